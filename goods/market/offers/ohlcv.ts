import { answer, answerMeta, anyOf, fixedPrice, metaOf, offer, Problem, uncharged, z } from '../../../src/goods/door.ts'
import { decimal, identifier, isoTime } from '../../../src/goods/kit/answers.ts'
import { upstreamProblem } from '../../../src/goods/kit/http.ts'
import { asFailure, type SourceFailure } from '../../../src/goods/kit/several-sources.ts'
import type { MarketParts } from '../market-sources.ts'
import type { CandleVenue } from '../coins/candle-feed.ts'
import type { MarketSources } from '../market-sources.ts'
import { resolveSymbol } from '../coins/resolve-symbol.ts'
import type { SymbolHint } from '../coins/typed-symbol.ts'
import { readAskedCoin, unknownSymbol } from './asked-coin.ts'
import { candleQuery, candlesAsked } from './candle-query.ts'
import { coinSymbol } from './coin-symbol.ts'
import { ohlcvExample } from './ohlcv-example.ts'
import { poolCandles } from './pool-candles.ts'
import { cachedCandles, venueCandles } from './venue-candles.ts'
import type { Asking, CandlesWanted, VenueCandles } from './venue-candles.ts'
import { marketProblems } from './market-problems.ts'

const figure = decimal.describe('Decimal: exact of an exchange, ten significant digits of a pool')
const ohlcvAnswer = z.object({
  symbol: identifier.describe('Ticker'),
  interval: identifier,
  venue: identifier.describe('Who traded: an exchange, or a pool by its network and address (uniswap-v3:eip155:8453:0x…)'),
  market: identifier.describe('Name of the market at the venue'),
  quote: identifier.describe('What the figures are in; USDT where no exchange had USD'),
  convertedBy: z
    .array(identifier)
    .describe(
      'Contracts by which the prices of a pool became those of the quote, minute by minute: the ether pool at the end of each minute, and the USDC feed at that time. Empty where nothing was converted',
    ),
  candles: z
    .array(
      z.object({
        startsAt: isoTime.describe('When the candle begins'),
        open: figure,
        high: figure,
        low: figure,
        close: figure,
        volume: decimal.describe('Units of the coin that this venue traded, exact'),
        closed: z.boolean().describe('false for a candle whose time is not over, or not read to its end'),
      }),
    )
    .describe('The oldest first; a period without a trade has no candle, unless it lies in a gap'),
  gaps: z
    .array(
      z.object({
        startsAt: isoTime,
        endsAt: isoTime,
        reason: z.enum(['not_read', 'no_ether_price', 'no_dollar_price']).describe('not_read: before the index of pools begins'),
      }),
    )
    .describe('Times that were asked for and have no candles although there may have been trades'),
  coverage: z
    .object({ startsAt: isoTime, endsAt: isoTime, finalUntil: isoTime.nullable().describe('Later candles may change by a reorganisation') })
    .nullable()
    .describe('What was read of the pool; null for an exchange'),
  nextFrom: isoTime.nullable().describe('"from" of the next call, where the limit cut the range off'),
  timestamp: isoTime,
  meta: answerMeta,
})

/** Candles of one market, from the first venue that has them. */
export const marketOhlcv = ({ sources, simulated }: MarketParts) =>
  offer({
    id: 'market-ohlcv',
    route: 'GET /v1/market/ohlcv/{symbol}',
    access: fixedPrice('0.015'),
    title: 'Candles of a coin',
    purpose:
      'Open, high, low, close and volume of a coin per minute up to per day, as one exchange or one pool on chain traded it, for charts, indicators and backtests. The latest ones, or those of a range of time.',
    restsOn: 'the trades of one exchange where one is accepted, else the swaps of one pool on chain; the answer names it',
    cannotKnow: 'trades elsewhere; whether a volume is real; what pools traded before the index began',
    deadlineMs: 15_000,
    path: z.object({ symbol: coinSymbol }),
    query: candleQuery,
    answer: ohlcvAnswer,
    problems: Object.values(marketProblems),
    brief: [
      'symbol',
      'interval',
      'venue',
      'market',
      'nextFrom',
      'candles[-].startsAt',
      'candles[-].open',
      'candles[-].high',
      'candles[-].low',
      'candles[-].close',
    ],
    example: ohlcvExample,
    needs: {
      sources: [anyOf({ coinbase: ['candles'], kraken: ['candles'], binance: ['candles'], 'uniswap-v3': ['candles'] })],
    },
    async run({ path, query }, { clock, signal }) {
      const asked = candlesAsked(query, clock.now())
      const { ticker, hint } = tickerOf(path.symbol)
      const wanted = { ...asked, ticker, quote: query.quote, isFromNamed: query.from !== undefined }
      const { found, fallback } = await candlesOf(sources, wanted, { clock, signal }).catch(withHint(hint))
      const body = {
        symbol: ticker,
        interval: query.interval,
        venue: found.venue,
        market: found.market,
        quote: found.quote,
        convertedBy: [...found.convertedBy],
        candles: found.candles.map(({ time, ...figures }) => ({
          startsAt: iso(time),
          ...figures,
          closed: time + asked.step <= found.settledAt,
        })),
        gaps: found.gaps.map(({ from, to, reason }) => ({ startsAt: iso(from), endsAt: iso(to), reason: reason as GapReason })),
        coverage: found.coverage && spanOf(found.coverage),
        nextFrom: asked.nextFrom === null ? null : iso(asked.nextFrom),
        timestamp: new Date(clock.now()).toISOString(),
        meta: metaOf({ stamps: [found.source], fallback, simulated }),
      }
      return body.candles.length === 0 ? uncharged(body, 'no_candles', 'caller') : answer(body)
    },
  })

function venuesOf({ coinbase, kraken, binance }: Omit<CandleSources, 'uniswapV3'>): readonly CandleVenue[] {
  return [coinbase.candles, kraken.candles, binance.candles]
}

type GapReason = z.output<typeof ohlcvAnswer>['gaps'][number]['reason']

type CandleSources = Readonly<Record<'coinbase' | 'kraken' | 'binance', { readonly candles: CandleVenue }>> &
  Pick<MarketSources, 'uniswapV3'>

/** The ticker of a coin at the venues. @throws Problem `unknown_symbol` for an id whose ticker is not known. */
function tickerOf(symbol: string): { ticker: string; hint: SymbolHint | null } {
  const { text, hint } = readAskedCoin(symbol, 'path.symbol', 'the currency of candles is the parameter "quote"')
  const resolved = resolveSymbol(text)
  if (resolved?.kind === 'well-known') return { ticker: resolved.row.ticker, hint }
  if (/^[A-Za-z0-9]{1,15}$/.test(text)) return { ticker: text.toUpperCase(), hint }
  throw hint
    ? unknownSymbol(hint, 'path.symbol')
    : new Problem(marketProblems.unknownSymbol, 'No venue trades under this symbol.', { field: 'path.symbol' })
}

/** A market that no venue has, with the symbol that was probably meant. */
function withHint(hint: SymbolHint | null) {
  return (error: unknown): never => {
    if (!hint || !(error instanceof Problem) || error.code !== 'unknown_market') throw error
    throw new Problem(marketProblems.unknownMarket, `${error.message} ${hint.text}`, { ...error.options, expected: hint.ask })
  }
}

/**
 * The candles of the first exchange that has fresh ones, else of a pool. If an exchange failed and nothing else has any, the first cached ones.
 * @throws Problem `unknown_market`; `invalid_input` for a time to which no venue reaches back; `upstream_unavailable`.
 */
async function candlesOf(
  sources: CandleSources,
  wanted: CandlesWanted & { readonly isFromNamed: boolean },
  asking: Asking,
): Promise<{ found: VenueCandles; fallback: boolean }> {
  const enabled = venuesOf(sources).filter(({ source }) => source.enabled)
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
  const ofPool = await poolCandles(sources.uniswapV3.candles, wanted, asking.clock)
  const isPoolFound = typeof ofPool === 'object' && !(ofPool instanceof Problem)
  if (isPoolFound && (ofPool.candles.length > 0 || enabled.length === 0)) return { found: ofPool, fallback: failure !== null }
  if (failure) {
    for (const venue of enabled) {
      const found = cachedCandles(venue, wanted, asking.clock)
      if (found) return { found, fallback: true }
    }
    throw upstreamProblem('No venue gives candles of this market at present.', failure)
  }
  if (nothing) return { found: nothing, fallback: nothing.quote !== wanted.quote }
  if (ofPool instanceof Problem) throw ofPool
  if (outOfReach) {
    const expected = 'a later time: no available venue keeps candles of this length for so long'
    throw new Problem('invalid_input', `query.from: ${expected}`, { field: 'query.from', expected })
  }
  throw new Problem(marketProblems.unknownMarket, 'No venue that this service asks trades this coin against this currency.', {
    field: 'path.symbol',
  })
}

function spanOf({ from, to, finalUntil }: NonNullable<VenueCandles['coverage']>) {
  return { startsAt: iso(from), endsAt: iso(to), finalUntil: finalUntil === null ? null : iso(finalUntil) }
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
