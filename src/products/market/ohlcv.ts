import { z } from 'zod'
import { answer, fixedPrice, offer, uncharged } from '../../offer.ts'
import { Problem } from '../../shared/problems.ts'
import { availabilityOf } from '../../sources/availability.ts'
import type { CandleVenue } from '../../sources/candle-feed.ts'
import { asFailure } from '../../sources/failure.ts'
import type { SourceFailure } from '../../sources/failure.ts'
import { answerMeta, metaOf } from '../../sources/meta.ts'
import { resolveSymbol } from '../../sources/resolve-symbol.ts'
import { upstreamProblem } from '../../sources/upstream-problem.ts'
import { candleQuery, candlesAsked } from './candle-query.ts'
import { coinSymbol } from './coin-symbol.ts'
import { ohlcvExample } from './ohlcv-example.ts'
import { heldCandles, venueCandles } from './venue-candles.ts'
import type { Asking, CandlesWanted, VenueCandles } from './venue-candles.ts'

const figure = z.string().describe('decimal number, exact')
const ohlcvAnswer = z.object({
  symbol: z.string().describe('ticker'),
  interval: z.string(),
  market: z.string().describe('name of the market at the venue that meta.sources names'),
  quote: z.string().describe('what the figures are in; USDT where only that was to be had for USD'),
  candles: z
    .array(
      z.object({
        time: z.string().describe('when the candle begins'),
        open: figure,
        high: figure,
        low: figure,
        close: figure,
        volume: z.string().describe('units of the coin traded at this venue, exact'),
        closed: z.boolean().describe('false for a candle that may still change'),
      }),
    )
    .describe('the oldest first; a stretch without a trade has no candle'),
  nextFrom: z.string().nullable().describe('"from" of the next call, where the limit cut the range off'),
  timestamp: z.string(),
  simulated: z.boolean().optional(),
  meta: answerMeta,
})

/** Candles of one market, from the first venue that has them. */
export const marketOhlcv = offer({
  id: 'market-ohlcv',
  route: 'GET /v1/market/ohlcv/{symbol}',
  access: fixedPrice('0.015'),
  title: 'Candles of a coin',
  purpose:
    'Open, high, low, close and volume of a coin per minute up to per day, as one exchange traded it, for charts, indicators and backtests. The latest ones, or those of a range of time.',
  deadlineMs: 15_000,
  path: z.object({ symbol: coinSymbol }),
  query: candleQuery,
  answer: ohlcvAnswer,
  example: ohlcvExample,
  available: ({ sources }) => availabilityOf(venuesOf(sources).map((venue) => ({ source: venue.source, feeds: [venue] }))),
  async run({ path, query }, { sources, clock, signal }) {
    const asked = candlesAsked(query, clock.now())
    const ticker = tickerOf(path.symbol)
    const wanted = { ...asked, ticker, quote: query.quote }
    const { found, fallback } = await candlesOf(venuesOf(sources), wanted, { clock, signal })
    const body = {
      symbol: ticker,
      interval: query.interval,
      market: found.market,
      quote: found.quote,
      candles: found.candles.map((one) => ({ ...one, time: iso(one.time), closed: one.time + asked.step <= found.settledAt })),
      nextFrom: asked.nextFrom === null ? null : iso(asked.nextFrom),
      timestamp: new Date(clock.now()).toISOString(),
      ...(sources.simulated ? { simulated: true } : {}),
      meta: metaOf({ stamps: [found.source], fallback, simulated: sources.simulated }),
    }
    return body.candles.length === 0 ? uncharged(body, 'no_candles') : answer(body)
  },
})

function venuesOf({ coinbase, kraken, binance }: CandleSources): readonly CandleVenue[] {
  return [coinbase.candles, kraken.candles, binance.candles]
}

type CandleSources = Readonly<Record<'coinbase' | 'kraken' | 'binance', { readonly candles: CandleVenue }>>

/** What venues call a coin. @throws Problem `unknown_symbol` for an id that stands for no ticker which we know. */
function tickerOf(symbol: string): string {
  const resolved = resolveSymbol(symbol)
  if (resolved?.kind === 'well-known') return resolved.row.ticker
  if (/^[A-Za-z0-9]{1,15}$/.test(symbol)) return symbol.toUpperCase()
  throw new Problem('unknown_symbol', 'No venue trades under this symbol.', { field: 'path.symbol' })
}

/**
 * The candles of the first venue that has them fresh, else of the first that has them in hand.
 * @throws Problem `unknown_market`, `invalid_input` for a time that none reaches back to, `upstream_unavailable`.
 */
async function candlesOf(
  venues: readonly CandleVenue[],
  wanted: CandlesWanted,
  asking: Asking,
): Promise<{ found: VenueCandles; fallback: boolean }> {
  const enabled = venues.filter(({ source }) => source.enabled)
  let failure: SourceFailure | null = null
  let outOfReach = false
  let nothing: VenueCandles | null = null
  for (const venue of enabled) {
    try {
      const found = await venueCandles(venue, wanted, asking)
      if (found === 'out-of-reach') outOfReach = true
      else if (found !== 'unknown' && found.candles.length > 0) return { found, fallback: failure !== null || found.quote !== wanted.quote }
      else if (found !== 'unknown') nothing ??= found
    } catch (error) {
      failure ??= asFailure(error)
    }
  }
  if (failure) {
    for (const venue of enabled) {
      const found = heldCandles(venue, wanted, asking.clock)
      if (found) return { found, fallback: true }
    }
    throw upstreamProblem('No venue gives candles of this market at present.', failure)
  }
  if (nothing) return { found: nothing, fallback: nothing.quote !== wanted.quote }
  if (outOfReach) {
    const expected = 'a later time: no venue at hand keeps candles of this length for so long'
    throw new Problem('invalid_input', `query.from: ${expected}`, { field: 'query.from', expected })
  }
  throw new Problem('unknown_market', 'No venue that we ask trades this coin against this currency.', { field: 'path.symbol' })
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
