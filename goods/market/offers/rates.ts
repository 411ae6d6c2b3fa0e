import { publisher } from '../../../src/goods/kit/http.ts'
import { answer, answerMeta, anyOf, free, metaOf, offer, z } from '../../../src/goods/door.ts'
import { decimal, eurDecimal, identifier, isoDate, isoTime, usdDecimal } from '../../../src/goods/kit/answers.ts'
import { plainDecimal, type Sourced, type SourceStamp, upstreamProblem } from '../../../src/goods/kit/http.ts'
import { asFailure, isFailure, type SourceFailure } from '../../../src/goods/kit/several-sources.ts'
import type { MarketParts, MarketSources } from '../market-sources.ts'
import { coinQuoteAmongMany, patienceMs, stampsBehind } from '../coins/coin-quote.ts'
import type { ManyCoinSources } from '../coins/coin-quote.ts'
import type { SimplePrices } from '../sources/coingecko-rows.ts'
import { chainPricesOf } from '../coins/chain-quote.ts'
import { wellKnown } from '../coins/find-coin.ts'
import { wellKnownSymbols } from '../coins/symbols.ts'
import { coinStamps } from './coin-stamps.ts'

const tickers = new Set(['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'ADA', 'DOGE', 'AVAX', 'LINK', 'POL', 'USDC', 'USDT', 'EURC'])
const coins = wellKnownSymbols.filter((row) => tickers.has(row.ticker))
const coinIds = coins
  .map((row) => row.coingecko)
  .toSorted()
  .join(',')

const coinRate = z.object({
  usd: usdDecimal.nullable(),
  eur: eurDecimal.nullable(),
  observedAt: isoTime.nullable(),
  source: identifier.nullable().describe('Its id in meta.sources'),
})
const currencyRate = z.object({
  perEur: decimal.describe('Units of the currency for 1 EUR'),
  date: isoDate.describe('Business day of the rate'),
  source: identifier,
})

const marketRatesAnswer = z.object({
  rates: z.object({
    crypto: z.record(z.string(), coinRate).describe('By ticker'),
    fx: z.record(z.string(), currencyRate).describe('ECB reference rates by ISO 4217 code'),
  }),
  timestamp: isoTime,
  meta: answerMeta,
})

/** Crypto and FX rates in one answer, each with its own time. If a source fails, `meta.missing` names what is missing and the rest still answers. */
export const marketRates = ({ sources, simulated }: MarketParts) =>
  offer({
    id: 'market-rates',
    route: 'GET /v2/x402/market/rates',
    access: free,
    title: 'Crypto and FX rates',
    purpose: 'Current prices of the main coins in USD and EUR, and the euro reference rates of the European Central Bank.',
    restsOn: "the same sources, and the ECB's rates of the day",
    cannotKnow: 'rates of the ECB between two fixes',
    answer: marketRatesAnswer,
    brief: ['rates.crypto{}.usd', 'rates.fx{}.perEur'],
    example: {
      answer: {
        rates: {
          crypto: {
            BTC: { usd: '85843', eur: '76475', observedAt: '2026-10-05T21:34:50.000Z', source: 'coingecko' },
            USDC: { usd: '0.9998', eur: '0.8907', observedAt: '2026-10-05T21:34:41.000Z', source: 'coingecko' },
          },
          fx: {
            USD: { perEur: '1.1225', date: '2026-10-05', source: 'ecb' },
            GBP: { perEur: '0.8701', date: '2026-10-05', source: 'ecb' },
          },
        },
        timestamp: '2026-10-05T21:34:58.120Z',
        meta: metaOf({
          stamps: [
            {
              id: 'ecb',
              standing: publisher('ecb'),
              url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
              asOf: '2026-10-05T14:00:00.000Z',
              licence: 'Free reuse with citation of the source',
              attribution: 'Source: European Central Bank, euro foreign exchange reference rates',
              cache: 'hit',
            },
          ],
          simulated: false,
        }),
      },
    },
    needs: {
      sources: [
        anyOf({
          ...sources.referenceRates?.sources,
          chainlink: ['price'],
          'uniswap-v3': ['prices'],
          coingecko: ['prices'],
          coinpaprika: ['markets'],
          'defillama-coins': ['price'],
        }),
      ],
    },
    async run(_, { clock, signal }) {
      const [crypto, fx] = await Promise.all([cryptoRates(sources, signal), fxRates(sources, signal)])
      if (!crypto && !fx) throw upstreamProblem('No source gives crypto or FX rates at present.')
      const missing = [...(crypto ? missingCoins(crypto.rates) : ['rates.crypto']), ...(fx ? [] : ['rates.fx'])]
      return answer({
        rates: { crypto: crypto?.rates ?? {}, fx: fx?.rates ?? {} },
        timestamp: new Date(clock.now()).toISOString(),
        meta: metaOf({
          stamps: [...(crypto?.stamps ?? []), ...(fx?.stamps ?? [])],
          parts: [...(crypto?.parts ?? []), ...(fx?.parts ?? [])],
          missing,
          fallback: crypto?.fallback === true || fx?.fallback === true,
          simulated,
        }),
      })
    },
  })

interface Found<R> {
  readonly rates: Record<string, R>
  readonly stamps: readonly SourceStamp[]
  /** The stamps behind each of its parts. */
  readonly parts: readonly (readonly SourceStamp[])[]
  readonly fallback: boolean
}

type CoinRate = z.output<typeof coinRate>
type CurrencyRate = z.output<typeof currencyRate>

/** Prices of all coins; null when no source has any that is fresh enough. */
async function cryptoRates(sources: ManyCoinSources, signal: AbortSignal): Promise<Found<CoinRate> | null> {
  const { coingecko, chainlink, uniswapV3 } = sources
  if (chainlink.source.enabled || uniswapV3.source.enabled) return ratesOfEach(sources, null, signal)
  const { prices } = coingecko
  const fresh = await prices.get(coinIds, { signal, freshOnly: true, waitMs: patienceMs }).catch(asFailure)
  if (!isFailure(fresh)) return ofOneList(fresh)
  const others = await ratesOfEach(sources, fresh, signal)
  if (others) return { ...others, fallback: true }
  const old = prices.cached(coinIds)
  return old && ofOneList(old)
}

function ofOneList({ value, source }: Sourced<SimplePrices>): Found<CoinRate> {
  return { rates: ofCoinGecko(value, source.id), stamps: [source], parts: [[source]], fallback: false }
}

/**
 * From the sources that give dollars only, in euro by the feed of the euro where there is one; null when they give no price.
 * @param failure of CoinGecko, so that it is not asked again
 */
async function ratesOfEach(sources: ManyCoinSources, failure: SourceFailure | null, signal: AbortSignal): Promise<Found<CoinRate> | null> {
  const [euro, ...quotes] = await Promise.all([
    euroInDollars(sources, signal),
    ...coins.map(async (row) => {
      const quote = await coinQuoteAmongMany(sources, { ...wellKnown(row, null), failure }, signal).catch(asFailure)
      return quote === null || isFailure(quote) ? null : quote
    }),
  ])
  const rates = coins.map(({ ticker }, index): [string, CoinRate] => {
    const quote = quotes[index]
    const eur = quote && euro ? Number((quote.price / euro.price).toPrecision(10)) : null
    return [
      ticker,
      { usd: decimalOf(quote?.price), eur: decimalOf(eur), observedAt: quote?.source.asOf ?? null, source: quote?.source.id ?? null },
    ]
  })
  const told = quotes.flatMap((quote) => quote?.prices.map(({ source }) => ({ id: quote.id, source })) ?? [])
  const stamps = coinStamps([...told, ...(euro && told.length > 0 ? [{ id: null, source: euro.source }] : [])])
  const found = quotes.filter((quote) => quote !== null)
  if (found.length === 0) return null
  const parts = [...found.map(stampsBehind), ...(euro ? [[euro.source]] : [])]
  return { rates: Object.fromEntries(rates), stamps, parts, fallback: found.some((quote) => quote.fallback) }
}

/** By its feed, else by a list that has a coin in both currencies; null where neither tells. */
async function euroInDollars(sources: ManyCoinSources, signal: AbortSignal): Promise<{ price: number; source: SourceStamp } | null> {
  const { coingecko } = sources
  const onChain = await chainPricesOf(sources, 'EUR', { signal, waitMs: patienceMs })
  const [feed] = onChain.prices
  if (feed || !coingecko.source.enabled || !(sources.chainlink.source.enabled || sources.uniswapV3.source.enabled)) return feed ?? null
  const listed = await coingecko.prices.get(coinIds, { signal, freshOnly: true, waitMs: patienceMs }).catch(asFailure)
  if (isFailure(listed)) return null
  const bitcoin = listed.value['bitcoin']
  return bitcoin?.usd && bitcoin.eur ? { price: bitcoin.usd / bitcoin.eur, source: listed.source } : null
}

function ofCoinGecko(prices: SimplePrices, source: string): Record<string, CoinRate> {
  return Object.fromEntries(
    coins.map(({ ticker, coingecko: id }) => {
      const price = prices[id]
      return [
        ticker,
        { usd: decimalOf(price?.usd), eur: decimalOf(price?.eur), observedAt: price?.at ? new Date(price.at).toISOString() : null, source },
      ]
    }),
  )
}

/** In plain decimal notation; null where there is no figure. */
function decimalOf(price: number | null | undefined): string | null {
  return typeof price === 'number' ? plainDecimal(price) : null
}

function missingCoins(rates: Record<string, CoinRate>): string[] {
  return Object.entries(rates).flatMap(([ticker, rate]) =>
    (['usd', 'eur'] as const).flatMap((currency) => (rate[currency] === null ? [`rates.crypto.${ticker}.${currency}`] : [])),
  )
}

/** The ECB's reference rates, from the ECB or from a relay; null when none of them has any. */
async function fxRates(sources: MarketSources, signal: AbortSignal): Promise<Found<CurrencyRate> | null> {
  const found = (await sources.referenceRates?.latest(signal).catch(asFailure)) ?? null
  if (found === null || isFailure(found)) return null
  const { value, source, fallback } = found
  const rates = Object.entries(value.perEur).map(([code, rate]): [string, CurrencyRate] => [
    code,
    { perEur: rate, date: value.date, source: source.id },
  ])
  return { rates: Object.fromEntries(rates), stamps: [source], parts: [[source]], fallback }
}
