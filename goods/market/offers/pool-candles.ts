import { Problem } from '../../../src/goods/door.ts'
import type { SourceStamp } from '../../../src/goods/kit/http.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'
import type { UniswapV3 } from '../sources/uniswap-v3.ts'
import type { PoolCandleFault, PoolCandles } from '../coins/pool-candle-reader.ts'
import { type Interval, intervalSeconds } from './candle-query.ts'
import type { CandlesWanted, VenueCandles } from './venue-candles.ts'
import { marketProblems } from './market-problems.ts'

/** Behind the present by more than this, what was read is old; above the second figure, the index has no latest candles. */
const freshSeconds = 180
const oldestSeconds = 900

/** Candles of the coin's busiest indexed pool; a word where no pool trades it; a problem where a pool has none of this time or length. */
export async function poolCandles(
  { source, reader }: UniswapV3['candles'],
  wanted: CandlesWanted & { readonly isFromNamed: boolean },
  clock: Clock,
): Promise<VenueCandles | 'unknown' | Problem> {
  if (!source.enabled || reader === null) return 'unknown'
  const found = await reader.candles({ ...wanted, steps: Object.values(intervalSeconds) })
  if (found.kind === 'unknown') return 'unknown'
  if (found.kind !== 'candles') return problemOf(found)
  const { candles, quote, market, coverage } = found
  const where = ({ network }: PoolCandles, address: string) => `caip10:${network}:${address}`
  return {
    candles,
    quote,
    market,
    settledAt: coverage.to,
    venue: `uniswap-v3:${found.network}:${found.address}`,
    source: stampOf(found, source.terms, clock),
    convertedBy: found.convertedBy.map((address) => where(found, address)),
    coverage,
    gaps: found.gaps,
  }
}

function stampOf(
  { network, address, coverage }: PoolCandles,
  { id, licence, attribution }: UniswapV3['source']['terms'],
  clock: Clock,
): SourceStamp {
  const behind = clock.now() / 1000 - coverage.to
  const age = Math.min(1, Math.max(0, (behind - freshSeconds) / (oldestSeconds - freshSeconds)))
  return {
    id,
    url: `caip10:${network}:${address}`,
    asOf: new Date(coverage.to * 1000).toISOString(),
    licence,
    attribution,
    cache: behind > freshSeconds ? 'stale' : 'hit',
    freshness: 1 - age / 2,
    origin: `uniswap-v3:${network}`,
  }
}

const waits = {
  reading: 'The index of pools has not read this time yet.',
  behind: 'The index of pools is behind its chain at present.',
  no_price: 'The prices of this pool cannot be converted at present.',
} as const

function problemOf(fault: PoolCandleFault): Problem {
  if (fault.kind === 'before') {
    const expected = `a time not before ${new Date(fault.earliest * 1000).toISOString()}: the index of pools does not reach back further`
    return new Problem('invalid_input', `query.from: ${expected}`, { field: 'query.from', expected })
  }
  if (fault.kind === 'sparse') {
    const expected = `${nameOf(fault.shortest)} or longer: most shorter periods have no swap in this pool`
    return new Problem('invalid_input', `query.interval: ${expected}`, { field: 'query.interval', expected })
  }
  if (fault.kind === 'unknown')
    return new Problem(marketProblems.unknownMarket, 'No indexed pool trades this coin.', { field: 'path.symbol' })
  return new Problem('upstream_unavailable', waits[fault.kind], { retryAfter: 60 })
}

function nameOf(step: number): Interval {
  return (Object.entries(intervalSeconds).find(([, seconds]) => seconds === step)?.[0] ?? '1d') as Interval
}
