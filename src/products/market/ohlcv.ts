import { z } from 'zod'
import { answer, fixedPrice, offer, uncharged } from '../../offers/offer.ts'
import { Problem } from '../../shared/problems.ts'
import { availabilityOf } from '../../sources/policy/availability.ts'
import type { CandleVenue } from '../../sources/coins/candle-feed.ts'
import { asFailure } from '../../sources/policy/failure.ts'
import type { SourceFailure } from '../../sources/policy/failure.ts'
import { answerMeta } from '../../offers/answer-meta.ts'
import { decimal, identifier, isoTime } from '../../offers/answer-figures.ts'
import { metaOf } from '../../sources/policy/meta.ts'
import { resolveSymbol } from '../../sources/coins/resolve-symbol.ts'
import { upstreamProblem } from '../../sources/policy/upstream-problem.ts'
import { candleQuery, candlesAsked } from './candle-query.ts'
import { coinSymbol } from './coin-symbol.ts'
import { ohlcvExample } from './ohlcv-example.ts'
import { cachedCandles, venueCandles } from './venue-candles.ts'
import type { Asking, CandlesWanted, VenueCandles } from './venue-candles.ts'

const figure = decimal.describe('Exact decimal')
const ohlcvAnswer = z.object({
  symbol: identifier.describe('Ticker'),
  interval: identifier,
  market: identifier.describe('Name of the market at the venue that meta.sources names'),
  quote: identifier.describe('What the figures are in; USDT where no venue had USD'),
  candles: z
    .array(
      z.object({
        startsAt: isoTime.describe('When the candle begins'),
        open: figure,
        high: figure,
        low: figure,
        close: figure,
        volume: decimal.describe('Units of the coin that this venue traded, exact'),
        closed: z.boolean().describe('false for a candle that may still change'),
      }),
    )
    .describe('The oldest first; a period without a trade has no candle'),
  nextFrom: isoTime.nullable().describe('"from" of the next call, where the limit cut the range off'),
  timestamp: isoTime,
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
  brief: [
    'symbol',
    'interval',
    'market',
    'nextFrom',
    'candles[-].startsAt',
    'candles[-].open',
    'candles[-].high',
    'candles[-].low',
    'candles[-].close',
  ],
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
      candles: found.candles.map(({ time, ...figures }) => ({
        startsAt: iso(time),
        ...figures,
        closed: time + asked.step <= found.settledAt,
      })),
      nextFrom: asked.nextFrom === null ? null : iso(asked.nextFrom),
      timestamp: new Date(clock.now()).toISOString(),
      meta: metaOf({ stamps: [found.source], fallback, simulated: sources.simulated }),
    }
    return body.candles.length === 0 ? uncharged(body, 'no_candles') : answer(body)
  },
})

function venuesOf({ coinbase, kraken, binance }: CandleSources): readonly CandleVenue[] {
  return [coinbase.candles, kraken.candles, binance.candles]
}

type CandleSources = Readonly<Record<'coinbase' | 'kraken' | 'binance', { readonly candles: CandleVenue }>>

/** The ticker of a coin at the venues. @throws Problem `unknown_symbol` for an id whose ticker is not known. */
function tickerOf(symbol: string): string {
  const resolved = resolveSymbol(symbol)
  if (resolved?.kind === 'well-known') return resolved.row.ticker
  if (/^[A-Za-z0-9]{1,15}$/.test(symbol)) return symbol.toUpperCase()
  throw new Problem('unknown_symbol', 'No venue trades under this symbol.', { field: 'path.symbol' })
}

/**
 * The candles of the first venue that has fresh ones; if a venue failed and no other has any, the first cached ones.
 * @throws Problem `unknown_market`; `invalid_input` for a time to which no venue reaches back; `upstream_unavailable`.
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
      const found = cachedCandles(venue, wanted, asking.clock)
      if (found) return { found, fallback: true }
    }
    throw upstreamProblem('No venue gives candles of this market at present.', failure)
  }
  if (nothing) return { found: nothing, fallback: nothing.quote !== wanted.quote }
  if (outOfReach) {
    const expected = 'a later time: no available venue keeps candles of this length for so long'
    throw new Problem('invalid_input', `query.from: ${expected}`, { field: 'query.from', expected })
  }
  throw new Problem('unknown_market', 'No venue that this service asks trades this coin against this currency.', { field: 'path.symbol' })
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
