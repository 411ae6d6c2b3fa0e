import { z } from 'zod'
import { answer, fixedPrice, offer, uncharged } from '../../offer.ts'
import { availabilityOf } from '../../sources/availability.ts'
import { coinQuoteAmongMany, patienceMs, quoteInHand } from '../../sources/coin-quote.ts'
import type { CoinQuote, ManyCoinSources } from '../../sources/coin-quote.ts'
import { asFailure, isFailure } from '../../sources/failure.ts'
import type { SourceFailure } from '../../sources/failure.ts'
import { findCoin, findInHand } from '../../sources/find-coin.ts'
import type { FoundCoin } from '../../sources/find-coin.ts'
import { answerMeta, metaOf } from '../../sources/meta.ts'
import { wellKnownSymbols } from '../../sources/symbols.ts'
import { upstreamProblem } from '../../sources/upstream-problem.ts'
import { coinFigures, figuresOf } from './coin-answer.ts'
import { bitcoinFigures, coingeckoStamp } from './coin-example.ts'
import { coinStamps } from './coin-stamps.ts'
import { coinSymbol } from './coin-symbol.ts'

const mostSymbols = 50
const bestKnown = wellKnownSymbols.slice(0, 20).map((row) => row.ticker)

const symbolsHint = `1 to ${mostSymbols} tickers or CoinGecko ids, with commas between them`
const symbolList = z
  .string()
  .max(mostSymbols * 65, symbolsHint)
  .transform((text, context) => {
    const symbols = [...new Set(text.split(',').map((one) => one.trim()))]
    if (symbols.length <= mostSymbols && symbols.every((one) => coinSymbol.safeParse(one).success)) return symbols
    context.addIssue({ code: 'custom', message: symbolsHint })
    return z.NEVER
  })

const pricesAnswer = z.object({
  prices: z
    .array(
      z.union([
        z.object({ asked: z.string(), ...coinFigures, lastUpdated: z.string(), source: z.string().describe('id in meta.sources') }),
        z.object({
          asked: z.string(),
          error: z.object({ code: z.enum(['unknown_symbol', 'upstream_unavailable']), detail: z.string() }),
        }),
      ]),
    )
    .describe('one for each symbol, in the order in which they were asked for: its figures, or what went wrong with it alone'),
  currency: z.literal('USD'),
  timestamp: z.string(),
  simulated: z.boolean().optional(),
  meta: answerMeta,
})

/** Prices of many coins in one call, for which each source is asked once at most. */
export const cryptoPrices = offer({
  id: 'crypto-prices',
  route: 'GET /v2/x402/crypto/prices',
  access: fixedPrice('0.0075'),
  title: 'Prices of many coins',
  purpose: `Prices of up to ${mostSymbols} coins in USD with their 24 hour change, market capitalisation and volume, for the price of one. One that can't be had does not spoil the others.`,
  query: z.object({
    symbols: symbolList.optional().describe(`${symbolsHint}; the ${bestKnown.length} best known if not given`),
  }),
  answer: pricesAnswer,
  example: {
    query: { symbols: 'BTC,no-such-coin' },
    answer: {
      prices: [
        { asked: 'BTC', ...bitcoinFigures, source: 'coingecko' },
        { asked: 'no-such-coin', error: { code: 'unknown_symbol', detail: 'No coin goes by this symbol.' } },
      ],
      currency: 'USD',
      timestamp: '2026-10-05T21:34:58.120Z',
      meta: { sources: [coingeckoStamp('bitcoin')], degraded: false, missing: [], simulated: false },
    },
  },
  available: ({ sources: { coingecko, coinpaprika, defillamaCoins } }) =>
    availabilityOf([
      { source: coingecko.source, feeds: [coingecko.market] },
      { source: coinpaprika.source, feeds: [coinpaprika.markets] },
      { source: defillamaCoins.source, feeds: [defillamaCoins.price] },
    ]),
  async run({ query }, { sources, clock, signal }) {
    const asked = query.symbols ?? bestKnown
    const found = await lookAll(sources, asked, signal)
    const quotes = found.flatMap((one) => (one === null || isFailure(one) ? [] : [one]))
    const failure = found.find((one) => isFailure(one))
    if (quotes.length === 0 && failure) throw upstreamProblem('No source gives prices at present.', failure)
    const rows = found.map((one, index) => rowOf(asked[index] ?? '', one))
    const body = {
      prices: rows.map(({ row }) => row),
      currency: 'USD' as const,
      timestamp: new Date(clock.now()).toISOString(),
      ...(sources.simulated ? { simulated: true } : {}),
      meta: metaOf({
        stamps: coinStamps(quotes),
        missing: rows.flatMap(({ missing }) => missing),
        fallback: quotes.some((quote) => quote.fallback),
        simulated: sources.simulated,
      }),
    }
    return quotes.length === 0 ? uncharged(body, 'no_prices') : answer(body)
  },
})

/** A price; null for a coin that nobody knows; or the failure of those who could know. */
type Found = CoinQuote | SourceFailure | null

/**
 * Prices of many coins. Asking CoinGecko for one that is well known brings all of those along, so that the others wait
 * for that one answer instead of waiting each for its own.
 */
async function lookAll(sources: ManyCoinSources, symbols: readonly string[], signal: AbortSignal): Promise<Found[]> {
  const primed = prime(sources, symbols, signal)
  const lookFamiliar = async (coin: FoundCoin, failure: SourceFailure | null) =>
    quoteInHand(sources, coin) ?? coinQuoteAmongMany(sources, { ...coin, failure }, signal).catch(asFailure)
  return Promise.all(
    symbols.map(async (symbol) => {
      const familiar = findInHand(sources.coingecko, symbol)
      return familiar ? lookFamiliar(familiar, await primed) : lookUnfamiliar(sources, symbol, signal).catch(asFailure)
    }),
  )
}

/** Has CoinGecko asked for the first that is well known, and gives its failure if it fails. */
async function prime({ coingecko }: ManyCoinSources, symbols: readonly string[], signal: AbortSignal): Promise<SourceFailure | null> {
  if (!coingecko.source.enabled) return null
  for (const symbol of symbols) {
    const coin = findInHand(coingecko, symbol)
    const asked = coin?.id && coingecko.market.get(coin.id, { signal, waitMs: patienceMs, freshOnly: true })
    if (asked) return asked.then(() => null, asFailure)
  }
  return null
}

async function lookUnfamiliar(sources: ManyCoinSources, symbol: string, signal: AbortSignal): Promise<CoinQuote | null> {
  const coin = await findCoin(sources.coingecko, symbol, { signal, waitMs: patienceMs })
  return coin && coinQuoteAmongMany(sources, coin, signal)
}

type Row = z.input<typeof pricesAnswer>['prices'][number]

function rowOf(asked: string, found: Found): { row: Row; missing: string[] } {
  if (found === null) {
    return { row: { asked, error: { code: 'unknown_symbol', detail: 'No coin goes by this symbol.' } }, missing: [] }
  }
  if (isFailure(found)) {
    const detail = 'No source gives a price for this symbol at present.'
    return { row: { asked, error: { code: 'upstream_unavailable', detail } }, missing: [`prices.${asked}`] }
  }
  const { figures, missing } = figuresOf(found)
  return {
    row: { asked, ...figures, lastUpdated: found.source.asOf, source: found.source.id },
    missing: missing.map((name) => `prices.${asked}.${name}`),
  }
}
