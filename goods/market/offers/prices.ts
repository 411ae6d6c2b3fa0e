import { answer, answerMeta, anyOf, fixedPrice, metaOf, offer, Problem, uncharged, z } from '../../../src/goods/door.ts'
import { identifier, isoTime, text } from '../../../src/goods/kit/answers.ts'
import { type SourceStamp, upstreamProblem } from '../../../src/goods/kit/http.ts'
import { asFailure, isFailure, type SourceFailure } from '../../../src/goods/kit/several-sources.ts'
import type { MarketParts } from '../market-sources.ts'
import { coinQuoteAmongMany, patienceMs, cachedQuote, stampsBehind } from '../coins/coin-quote.ts'
import type { CoinQuote, ManyCoinSources } from '../coins/coin-quote.ts'
import { findCoin, findCached } from '../coins/find-coin.ts'
import type { FoundCoin } from '../coins/find-coin.ts'
import { wellKnownSymbols } from '../coins/symbols.ts'
import { isMeant, noCoin, readAskedCoin, type AskedCoin } from './asked-coin.ts'
import { coinFigures, coinPriceFacts, figuresOf } from './coin-answer.ts'
import { bitcoinFigures, coingeckoStamp } from './coin-example.ts'
import { coinStamps } from './coin-stamps.ts'
import { coinSymbol } from './coin-symbol.ts'

const maxSymbols = 50
const bestKnown = wellKnownSymbols.slice(0, 20).map((row) => row.ticker)

const symbolsHint = `1 to ${maxSymbols} tickers or CoinGecko ids, with commas between them`
const symbolList = z
  .string()
  .max(maxSymbols * 65, symbolsHint)
  .transform((list, context) => {
    const symbols = [...new Set(list.split(',').map((one) => one.trim()))]
    if (symbols.length <= maxSymbols && symbols.every((one) => coinSymbol.safeParse(one).success)) return symbols
    context.addIssue({ code: 'custom', message: symbolsHint })
    return z.NEVER
  })

const pricesAnswer = z.object({
  prices: z
    .array(
      z.union([
        z.object({ asked: text, ...coinFigures, observedAt: isoTime, source: identifier.describe('Its id in meta.sources') }),
        z.object({
          asked: text,
          error: z.object({ code: z.enum(['unknown_symbol', 'upstream_unavailable']), detail: text }),
        }),
      ]),
    )
    .describe('One for each symbol, in the order of the query: its figures, or its own error'),
  currency: z.literal('USD'),
  timestamp: isoTime,
  meta: answerMeta,
})

/** Prices of many coins in one call, with at most one request to each source. */
export const cryptoPrices = ({ sources, simulated }: MarketParts) =>
  offer({
    id: 'crypto-prices',
    route: 'GET /v2/x402/crypto/prices',
    access: fixedPrice('0.0075'),
    title: 'Prices of many coins',
    purpose: `Prices of up to ${maxSymbols} coins in USD with their 24 hour change, market capitalisation and volume, for the price of one. A symbol without a price has an error of its own, and the others still answer.`,
    ...coinPriceFacts,
    query: z.object({
      symbols: symbolList.optional().describe(`${symbolsHint}; the ${bestKnown.length} best known if not given`),
    }),
    answer: pricesAnswer,
    brief: ['currency', 'prices[].asked', 'prices[].price', 'prices[].error.code'],
    example: {
      query: { symbols: 'BTC,no-such-coin' },
      answer: {
        prices: [
          { asked: 'BTC', ...bitcoinFigures, observedAt: '2026-10-05T21:34:50.000Z', source: 'coingecko' },
          { asked: 'no-such-coin', error: { code: 'unknown_symbol', detail: 'No coin has this symbol.' } },
        ],
        currency: 'USD',
        timestamp: '2026-10-05T21:34:58.120Z',
        meta: metaOf({ stamps: [coingeckoStamp('bitcoin')], simulated: false }),
      },
    },
    needs: {
      sources: [
        anyOf({
          chainlink: ['price'],
          'uniswap-v3': ['prices'],
          coingecko: ['market'],
          coinpaprika: ['markets'],
          'defillama-coins': ['price'],
        }),
      ],
    },
    async run({ query }, { clock, signal }) {
      const asked = query.symbols ?? bestKnown
      const read = asked.map(readOrRefuse)
      const found = await lookAll(sources, read, signal)
      const quotes = found.flatMap((one) => (one === null || isFailure(one) ? [] : [one]))
      const failure = found.find((one) => isFailure(one))
      if (quotes.length === 0 && failure) throw upstreamProblem('No source gives prices at present.', failure)
      const rows = found.map((one, index) =>
        rowOf({ asked: asked[index] ?? '', found: one, path: `prices[${index}]`, unknown: unknownDetail(read[index]) }),
      )
      const body = {
        prices: rows.map(({ row }) => row),
        currency: 'USD' as const,
        timestamp: new Date(clock.now()).toISOString(),
        meta: metaOf({
          stamps: coinStamps(quotes.flatMap(({ id, ...quote }) => sourcesOf(quote).map((source) => ({ id, source })))),
          parts: quotes.map(stampsBehind),
          missing: rows.flatMap(({ missing }) => missing),
          fallback: quotes.some((quote) => quote.fallback),
          simulated,
        }),
      }
      return quotes.length === 0 ? uncharged(body, 'no_prices', 'caller') : answer(body)
    },
  })

/** A price, null for a coin that no source knows, or the failure of the sources that may know it. */
type Found = CoinQuote | SourceFailure | null

/** A symbol as it is looked up, or why it can't be one that is priced. */
type ReadSymbol = AskedCoin | Problem

function readOrRefuse(symbol: string): ReadSymbol {
  try {
    return readAskedCoin(symbol, 'query.symbols')
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

function unknownDetail(read: ReadSymbol | undefined): string {
  return read instanceof Problem ? read.message : (read?.hint?.text ?? noCoin)
}

/**
 * Prices of many coins. A request to CoinGecko for one well-known coin also fetches the other well-known ones, so these wait
 * for that one answer.
 */
async function lookAll(sources: ManyCoinSources, symbols: readonly ReadSymbol[], signal: AbortSignal): Promise<Found[]> {
  const readable = symbols.flatMap((one) => (one instanceof Problem ? [] : [one.text]))
  const primed = prime(sources, readable, signal)
  const lookFamiliar = async (coin: FoundCoin, failure: SourceFailure | null) =>
    cachedQuote(sources, coin) ?? coinQuoteAmongMany(sources, { ...coin, failure }, signal).catch(asFailure)
  return Promise.all(
    symbols.map(async (symbol) => {
      if (symbol instanceof Problem) return null
      const familiar = findCached(sources.coingecko, symbol.text)
      return familiar ? lookFamiliar(familiar, await primed) : lookUnfamiliar(sources, symbol, signal).catch(asFailure)
    }),
  )
}

/** Asks CoinGecko for the first well-known coin. Returns the failure if the request fails, and null otherwise. */
async function prime({ coingecko }: ManyCoinSources, symbols: readonly string[], signal: AbortSignal): Promise<SourceFailure | null> {
  if (!coingecko.source.enabled) return null
  for (const symbol of symbols) {
    const coin = findCached(coingecko, symbol)
    const asked = coin?.id && coingecko.market.get(coin.id, { signal, waitMs: patienceMs, freshOnly: true })
    if (asked) return asked.then(() => null, asFailure)
  }
  return null
}

async function lookUnfamiliar(sources: ManyCoinSources, asked: AskedCoin, signal: AbortSignal): Promise<CoinQuote | null> {
  const coin = await findCoin(sources.coingecko, asked.text, { signal, waitMs: patienceMs })
  return coin && isMeant(asked, coin) ? coinQuoteAmongMany(sources, coin, signal) : null
}

/** The sources of a coin's price, and of its other figures. */
function sourcesOf({ prices, figuresFrom }: Pick<CoinQuote, 'prices' | 'figuresFrom'>): SourceStamp[] {
  return [...new Set([...prices.map(({ source }) => source), ...(figuresFrom ? [figuresFrom] : [])])]
}

type Row = z.input<typeof pricesAnswer>['prices'][number]

interface Looked {
  readonly asked: string
  readonly found: Found
  /** Of the row in the answer. */
  readonly path: string
  /** What is said where no coin was found. */
  readonly unknown: string
}

function rowOf({ asked, found, path, unknown }: Looked): { row: Row; missing: string[] } {
  if (found === null) {
    return { row: { asked, error: { code: 'unknown_symbol', detail: unknown } }, missing: [] }
  }
  if (isFailure(found)) {
    const detail = 'No source gives a price for this symbol at present.'
    return { row: { asked, error: { code: 'upstream_unavailable', detail } }, missing: [path] }
  }
  const { figures, missing } = figuresOf(found)
  return {
    row: { asked, ...figures, observedAt: found.source.asOf, source: found.source.id },
    missing: missing.map((name) => `${path}.${name}`),
  }
}
