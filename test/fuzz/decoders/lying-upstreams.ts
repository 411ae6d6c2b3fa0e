import { everyStandIn } from '../../../sandbox/upstreams/every-stand-in.ts'
import type { UpstreamResponse } from '../../../src/net/exchange.ts'
import type { HttpClient, HttpRequest } from '../../../src/net/http-client.ts'
import { parseRetryAfter } from '../../../src/net/retry-after.ts'
import { UpstreamGarbage, UpstreamRejected } from '../../../src/net/upstream-errors.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { mutateText, rawText } from '../generate/mutate-text.ts'
import { jsonTokens } from '../generate/wire.ts'
import { stillClock } from '../still-world.ts'
import { xmlNear, xmlTokens } from './near-xml.ts'

/** A wrong answer of an upstream for one of its resources: bytes of a body, one character each, with status and headers. */
export interface UpstreamLie {
  /** Source and path: `kraken /0/public/Ticker`. */
  readonly at: string
  readonly text: string
  readonly status: number
  readonly headers: readonly { readonly name: string; readonly text: string }[]
}

/** Words of upstreams that our answers must never repeat. */
export const upstreamsWords = 'kxqwords of the upstreamkxq'

/** Makes a generator of wrong answers for a resource with this right body. */
export function liesNear(at: string, right: string): (random: SeededRandom) => UpstreamLie {
  const [near, tokens] = nearBody(right)
  return (random) => {
    const text = random.chance(0.9) ? near(random) : rawText(random, tokens)
    return {
      at,
      text: random.chance(0.97) ? Buffer.from(text, 'utf8').toString('latin1') : text,
      status: random.chance(0.92) ? 200 : random.pick([201, 204, 302, 304, 400, 403, 404, 418, 429, 500, 503]),
      headers: [
        { name: 'retry-after', text: random.pick(['5', '999999999', 'Wed, 21 Oct 2099 07:28:00 GMT', mutateText(random, '120')]) },
        { name: 'etag', text: mutateText(random, '"abc"') },
        { name: 'message', text: mutateText(random, 'Invalid cveId') },
      ].filter(() => random.chance(0.3)),
    }
  }
}

function nearBody(right: string): readonly [(random: SeededRandom) => string, readonly string[]] {
  if (right.trimStart().startsWith('<')) return [xmlNear(right), xmlTokens]
  const specimen = parsed(right)
  if (specimen === undefined) return [(random) => mutateText(random, right), [',', '\n', '"', ';', '1', 'a', '\r\n', '-', '.']]
  return [jsonNear([specimen, specimen, { error: [`EGeneral:${upstreamsWords}`] }, { message: upstreamsWords }]), jsonTokens]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** HTTP to upstreams that are honest except for these lies. Calls `asked` for each requested resource. */
export function httpTo(lies: readonly UpstreamLie[], asked: (at: string, right: string) => void = () => {}): HttpClient {
  return {
    async send(address, { maxBytes, alsoAccept = [], ...sent }) {
      const colon = address.indexOf(':')
      const id = address.slice(0, colon)
      const url = new URL(address.slice(colon + 1), 'http://upstream.invalid')
      const at = `${id} ${url.pathname}`
      const lie = lies.find((one) => one.at === at)
      const right = lie ? null : honest(id, url, sent)
      if (right) asked(at, right.body.toString())
      const status = lie?.status ?? right?.status ?? 200
      const header = (name: string) => lie?.headers.find((one) => one.name === name)?.text ?? right?.headers?.[name] ?? null
      if ((status < 200 || status >= 300) && !alsoAccept.includes(status))
        throw new UpstreamRejected(status, parseRetryAfter(header('retry-after'), stillClock.now()))
      const body = lie ? Buffer.from(lie.text, 'latin1') : Buffer.from(right?.body ?? '')
      if (body.length > maxBytes) throw new UpstreamGarbage('too_large')
      const middle = body.length >> 1
      return { status, header, list: header, body, chunks: [body.subarray(0, middle), body.subarray(middle)] } satisfies UpstreamResponse
    },
    close: async () => {},
  }
}

const standIns = await everyStandIn()
type Reply = ReturnType<(typeof standIns)[string]['answer']>
/** Right answers by URL. Time stands still, so they do not change. */
const remembered = new Map<string, Reply>()

function honest(id: string, url: URL, { method = 'GET', body = '' }: Pick<HttpRequest, 'method' | 'body'>): Reply {
  const key = id + method + url.href + body
  const known = remembered.get(key) ?? standIns[id]!.answer({ url, method, body, userAgent: 'x', now: stillClock.now(), faults: {} })
  remembered.set(key, known)
  return known
}
