import { standIns } from '../../../sandbox/upstreams/stand-ins.ts'
import type { HttpAnswer } from '../../../src/net/exchange.ts'
import type { HttpClient } from '../../../src/net/http-client.ts'
import { parseRetryAfter } from '../../../src/net/retry-after.ts'
import { UpstreamGarbage, UpstreamRejected } from '../../../src/net/upstream-errors.ts'
import type { SourceId } from '../../../src/sources/source-catalogue.ts'
import type { Dice } from '../dice.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { mutateText, rawText } from '../generate/mutate-text.ts'
import { jsonTokens } from '../generate/wire.ts'
import { stillClock } from '../still-world.ts'
import { xmlNear, xmlTokens } from './near-xml.ts'

/** What one upstream says otherwise about one of its resources: bytes of a body, one character each, and a status. */
export interface UpstreamLie {
  readonly at: Resource
  readonly text: string
  readonly status: number
  readonly retryAfter: string
}

/** Said by upstreams, never to be heard from us in a problem. */
export const upstreamsWords = 'kxqwords of the upstreamkxq'

/** Every resource that we read, with an address of it. */
const resources = {
  'ecb /eurofxref-daily.xml': '',
  'coingecko /coins/markets': '?vs_currency=usd&ids=bitcoin,ethereum&per_page=250',
  'coingecko /simple/price': '?ids=bitcoin,ethereum&vs_currencies=usd,eur&include_last_updated_at=true',
  'coinbase /products/BTC-USD/ticker': '',
  'coinbase /products/USDC-EUR/ticker': '',
  'coinbase /products/BTC-USD/candles': '?granularity=300&start=2026-11-18T17:00:00.000Z&end=2026-11-18T18:05:00.000Z',
  'coinbase-spot /v2/prices/BTC-USD/spot': '',
  'kraken /0/public/Ticker': '?pair=XBTUSD',
  'kraken /0/public/OHLC': '?pair=XBTUSD&interval=15&since=1795021200',
  'bitstamp /api/v2/ticker/usdceur/': '',
  'bitvavo /v2/ticker/book': '?market=USDC-EUR',
} as const

export type Resource = keyof typeof resources
export const allResources = Object.keys(resources) as Resource[]

/** Right bodies by address: the moment stands still, so they stay as they are. */
const remembered = new Map<string, string>()
const near = new Map(allResources.map((at) => [at, bodyNear(at)]))

function bodyNear(at: Resource): (dice: Dice) => string {
  const right = honest(at, resources[at])
  if (at.startsWith('ecb')) return xmlNear(right)
  const specimen: unknown = JSON.parse(right)
  return jsonNear([specimen, specimen, { error: [`EGeneral:${upstreamsWords}`] }, { message: upstreamsWords }])
}

export function lieAbout(dice: Dice, at: Resource): UpstreamLie {
  const make = near.get(at) as (dice: Dice) => string
  const text = dice.chance(0.9) ? make(dice) : rawText(dice, at.startsWith('ecb') ? xmlTokens : jsonTokens)
  return {
    at,
    text: dice.chance(0.97) ? utf8(text) : text,
    status: dice.chance(0.92) ? 200 : dice.pick([201, 204, 302, 400, 404, 429, 500, 503]),
    retryAfter: dice.pick(['', '5', '999999999', 'Wed, 21 Oct 2099 07:28:00 GMT', mutateText(dice, '120')]),
  }
}

/** HTTP to upstreams that are honest but for these lies. `baseUrl` of a source is its id and a colon. */
export function httpTo(lies: readonly UpstreamLie[]): HttpClient {
  return {
    async send(address, { maxBytes, alsoAccept = [] }) {
      const [id = '', ...rest] = address.split(':')
      const url = new URL(rest.join(':'), 'http://upstream.invalid')
      const lie = lies.find(({ at }) => at === `${id} ${url.pathname}`)
      const status = lie?.status ?? 200
      if ((status < 200 || status >= 300) && !alsoAccept.includes(status)) {
        throw new UpstreamRejected(status, parseRetryAfter(lie?.retryAfter ?? null, stillClock.now()))
      }
      const body = lie ? Buffer.from(lie.text, 'latin1') : Buffer.from(honest(id, url.pathname + url.search))
      if (body.length > maxBytes) throw new UpstreamGarbage('too_large')
      return { status, header: () => null, list: () => null, body, chunks: [body] } satisfies HttpAnswer
    },
    close: async () => {},
  }
}

/** The right body for an address below a source, `/` or a blank between them. */
function honest(source: string, address: string): string {
  const key = source + address
  const known = remembered.get(key)
  if (known !== undefined) return known
  const [id, path = ''] = source.split(' ')
  const asked = { url: new URL(path + address, 'http://upstream.invalid'), userAgent: 'x', now: stillClock.now() }
  const { body } = standIns[id as SourceId].answer(asked)
  remembered.set(key, body)
  return body
}

/** The bytes of a text, one character each. */
function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}
