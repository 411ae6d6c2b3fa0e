import type { AnyOffer, OfferContext } from '../../../src/offer.ts'
import { marketPrice } from '../../../src/products/market/price.ts'
import { marketRates } from '../../../src/products/market/rates.ts'
import { offramp } from '../../../src/products/offramp/estimate.ts'
import { parseJson } from '../../../src/net/parse-json.ts'
import { UpstreamError, UpstreamGarbage } from '../../../src/net/upstream-errors.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { Problem } from '../../../src/shared/problems.ts'
import { createBitstamp } from '../../../src/sources/bitstamp.ts'
import { createBitvavo } from '../../../src/sources/bitvavo.ts'
import { createCoinbaseSpot } from '../../../src/sources/coinbase-spot.ts'
import { createCoinbase } from '../../../src/sources/coinbase.ts'
import { createCoinGecko } from '../../../src/sources/coingecko.ts'
import { defaultLimits, type SourceParts } from '../../../src/sources/create-source.ts'
import { createEcb } from '../../../src/sources/ecb.ts'
import type { Feed } from '../../../src/sources/feed.ts'
import { createKraken } from '../../../src/sources/kraken.ts'
import { createAdapters } from '../../../src/sources/source-catalogue.ts'
import type { Sources } from '../../../src/sources/sources.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { rawText } from '../generate/mutate-text.ts'
import { jsonTokens } from '../generate/wire.ts'
import { hold, internal } from '../promises.ts'
import type { Target } from '../run-fuzz.ts'
import { promptTimers, stillClock } from '../still-world.ts'
import { allResources, httpTo, lieAbout, upstreamsWords, type Resource, type UpstreamLie } from './lying-upstreams.ts'
import { ourProblem } from './payments.ts'

interface Lied {
  readonly lies: readonly UpstreamLie[]
}

function partsOver(lies: readonly UpstreamLie[]): SourceParts {
  return {
    http: httpTo(lies),
    clock: stillClock,
    timers: promptTimers,
    random: { bytes: (length) => new Uint8Array(length) },
    log: silentLog,
    metrics: silentMetrics,
    simulated: true,
    limits: { ...defaultLimits, attempts: { retries: 0, backoffMs: 1 } },
  }
}

const at = (id: string) => ({ baseUrl: `${id}:`, enabled: true })
const coins = { ...at('coingecko'), keys: {} }

/** All adapters over upstreams that lie. Made anew for every input, since they remember. */
function sourcesOver(lies: readonly UpstreamLie[]): Sources {
  const parts = partsOver(lies)
  return {
    ...createAdapters((id) => ({ ...at(id), keys: {} }), parts),
    simulated: true,
    coinPriceUsd: async () => null,
    state: () => [],
    close: async () => {},
  }
}

/** What reads each resource, and what is asked for there. */
const readers: Readonly<Record<Resource, (parts: SourceParts) => readonly [Feed<unknown>, string]>> = {
  'ecb /eurofxref-daily.xml': (parts) => [createEcb(at('ecb'), parts).daily, ''],
  'coingecko /coins/markets': (parts) => [createCoinGecko(coins, parts).market, 'bitcoin'],
  'coingecko /simple/price': (parts) => [createCoinGecko(coins, parts).prices, 'bitcoin,ethereum'],
  'coinbase /products/BTC-USD/ticker': (parts) => [createCoinbase(at('coinbase'), parts).price, 'BTC-USD'],
  'coinbase /products/USDC-EUR/ticker': (parts) => [createCoinbase(at('coinbase'), parts).book, 'USDC-EUR'],
  'coinbase /products/BTC-USD/candles': (parts) => [createCoinbase(at('coinbase'), parts).price, 'BTC-USD'],
  'coinbase-spot /v2/prices/BTC-USD/spot': (parts) => [createCoinbaseSpot(at('coinbase-spot'), parts).price, 'BTC-USD'],
  'kraken /0/public/Ticker': (parts) => [createKraken(at('kraken'), parts).price, 'XBTUSD'],
  'kraken /0/public/OHLC': (parts) => [createKraken(at('kraken'), parts).price, 'XBTUSD'],
  'bitstamp /api/v2/ticker/usdceur/': (parts) => [createBitstamp(at('bitstamp'), parts).book, 'usdceur'],
  'bitvavo /v2/ticker/book': (parts) => [createBitvavo(at('bitvavo'), parts).book, 'USDC-EUR'],
}

/** One target for each resource. */
const adapterTargets = allResources.map((at): Target<{ readonly lie: UpstreamLie }, readonly [Feed<unknown>, string]> => {
  return {
    name: `answer of ${at}`,
    share: 0.5,
    make: (dice) => ({ lie: lieAbout(dice, at) }),
    fed: ({ lie }) => readers[at](partsOver([lie])),
    async check([feed, key]) {
      try {
        const { value, source } = await feed.get(key)
        hold(!Number.isNaN(Date.parse(source.asOf)), 'its time is a date')
        return value === null ? 'unknown there' : valueHolds(value)
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        hold(!error.message.includes(upstreamsWords) && !internal.test(error.message), 'an error is in our own words')
        return error instanceof UpstreamGarbage ? error.reason : error.code
      }
    },
    reaches: reachesOf(at),
  }
})

function reachesOf(at: Resource): string[] {
  // A price without its change is still a price.
  if (at.endsWith('candles') || at.endsWith('OHLC')) return ['value', 'value without change']
  return [at.endsWith('spot') ? 'value without change' : 'value', 'wrong_shape', at.startsWith('ecb') ? 'not_xml' : 'not_json']
}

/** Whatever it is, its numbers are numbers, and its texts of numbers are plain decimals. */
function valueHolds(value: unknown): string {
  for (const [name, member] of Object.entries(value as object)) {
    if (typeof member === 'number') hold(Number.isFinite(member), `${name} is a number`)
    else if (typeof member === 'object' && member !== null) valueHolds(member)
    else if (['price', 'bid', 'ask'].includes(name) && member !== null)
      hold(/^\d{1,18}(?:\.\d{1,18})?$/.test(String(member)), `${name} is a plain decimal`)
    if (name === 'at' && member !== null) hold(!Number.isNaN(new Date(member as number).getTime()), 'the time is a date')
  }
  return (value as { change24h?: unknown }).change24h === null ? 'value without change' : 'value'
}

const offers: readonly { readonly offer: AnyOffer; readonly input: unknown }[] = [
  { offer: marketRates, input: { path: {}, query: {}, body: {} } },
  { offer: marketPrice, input: { path: { symbol: 'BTC' }, query: {}, body: {} } },
  { offer: offramp({ fees: { basisPoints: 50n, fixedEurCents: 10n } }), input: { path: {}, query: { amount: 100_000_000n }, body: {} } },
]

const products = offers.map(({ offer, input }): Target<Lied, Sources> => {
  return {
    name: `${offer.id} on upstreams that lie`,
    share: 0.2,
    make(dice) {
      const share = dice.pick([0.15, 0.5, 0.95])
      return { lies: allResources.filter(() => dice.chance(share)).map((at) => lieAbout(dice, at)) }
    },
    fed: ({ lies }) => sourcesOver(lies),
    async check(sources) {
      const context = { sources, clock: stillClock, signal: new AbortController().signal, log: silentLog } as OfferContext
      try {
        const outcome = await offer.run(input as never, context)
        const written = JSON.stringify(outcome.body)
        const parsed = offer.answer.safeParse(JSON.parse(written))
        hold(parsed.success, `the answer has the shape that was declared: ${parsed.error?.message}`)
        hold(!internal.test(written), `the answer says nothing of our insides: ${written.slice(0, 500)}`)
        return 'answer'
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        hold(!error.message.includes(upstreamsWords), 'the words of an upstream go no further')
        return ourProblem(error, ['upstream_unavailable', 'unknown_symbol', 'invalid_input'])
      }
    },
    reaches: ['answer', 'upstream_unavailable'],
  }
})

interface Text {
  readonly text: string
}

const nearJson = jsonNear([[{ a: [1, { b: 'c' }], d: null }]])
const json: Target<Text, Uint8Array> = {
  name: 'JSON of an upstream',
  make: (dice) => ({ text: dice.chance(0.6) ? nearJson(dice) : rawText(dice, jsonTokens) }),
  fed: ({ text }) => Buffer.from(text, /[^\0-\u00ff]/.test(text) ? 'utf8' : 'latin1'),
  check(bytes) {
    try {
      parseJson(bytes)
      return 'value'
    } catch (error) {
      if (!(error instanceof UpstreamGarbage)) throw error
      return error.reason
    }
  },
  reaches: ['value', 'not_text', 'not_json', 'too_deep'],
}

export const upstreamTargets = [json, ...adapterTargets, ...products] as readonly Target[]
