import type { ChainPrices, PoolPlace } from '../../../src/goods/kit/chain-prices.ts'
import type { Network, NetworkId } from '../../../src/goods/kit/evm.ts'
import type { Clock, Timers } from '../../../src/goods/kit/parts.ts'
import { hasPassed, unixSeconds } from '../../../src/goods/kit/time.ts'
import { createSingleFlight } from '../../../src/goods/kit/workers.ts'
import type { PoolIndexes } from '../pools/pool-indexes.ts'
import type { PoolCoverage, ReadSpan } from '../pools/find-minutes.ts'
import { measureDensity, sumCandles, type PoolCandle } from './join-minutes.ts'
import { readActivity, type CoinActivity } from './pool-activity.ts'
import { conversionOf } from './convert-prices.ts'
import { joinGaps, pricedMinutes, type CandleGap } from './price-minutes.ts'

export interface CandlesAsked {
  readonly ticker: string
  readonly quote: string
  /** Seconds; and all lengths that may be asked for. */
  readonly step: number
  readonly steps: readonly number[]
  /** Candles that begin in [from, to), in unix seconds. */
  readonly from: number
  readonly to: number
  /** The caller named `from`, so that the range may not be cut short. */
  readonly isFromNamed: boolean
}

export interface PoolCandles {
  readonly kind: 'candles'
  readonly candles: readonly PoolCandle[]
  readonly gaps: readonly CandleGap[]
  readonly quote: string
  /** The coin and what it trades against. */
  readonly market: string
  readonly network: NetworkId
  /** Of the pool. */
  readonly address: string
  /** Addresses of the ether pool and of the feed with which prices were converted. */
  readonly convertedBy: readonly string[]
  /** What was read of the pool, in unix seconds. */
  readonly coverage: { readonly from: number; readonly to: number; readonly finalUntil: number | null }
}

/**
 * Why there are no candles. `unknown`: no pool trades this. `before`: the index does not reach back so far. `reading`: it has not read that time
 * yet. `behind`: it is too far behind the chain. `sparse`: too few swaps for this length. `no_price`: it can't be said in this currency now.
 */
export type CandleFault =
  | { readonly kind: 'unknown' | 'reading' | 'behind' | 'no_price' }
  | { readonly kind: 'before'; readonly earliest: number }
  | { readonly kind: 'sparse'; readonly shortest: number }

export interface PoolCandleReader {
  /** Coins of the pools that are indexed. */
  readonly tickers: ReadonlySet<string>
  readonly pools: readonly { readonly network: NetworkId; readonly address: string; readonly ticker: string }[]
  candles(asked: CandlesAsked): Promise<PoolCandles | CandleFault>
  /** What coins did in the last 24 hours, in these pools. */
  activity(): Promise<readonly CoinActivity[]>
}

export interface PoolCandleParts {
  /** Those that are indexed, with the ether pool of each network that has a coin against ether. */
  readonly places: readonly PoolPlace[]
  readonly networks: readonly Network[]
  readonly pools: PoolIndexes
  readonly chainPrices: Pick<ChainPrices, 'dollarsOn'>
  readonly clock: Clock
  readonly timers: Timers
}

const daySeconds = 86_400
/** An index that is further behind has no latest candles. */
const maxBehindSeconds = 900
/** As long as the index keeps minutes. */
const keepSeconds = 30 * daySeconds
const activityMs = 60_000
/** An order of pools by volume may be older. */
const orderMs = 600_000

export function createPoolCandles(parts: PoolCandleParts): PoolCandleReader {
  const { clock } = parts
  const followed = new Set(parts.pools.networks)
  const idOf = new Map(parts.networks.map(({ slug, id }) => [slug, id]))
  const pools = parts.places.flatMap((place) => {
    const network = idOf.get(place.network)
    return network !== undefined && followed.has(network) ? [{ place, network }] : []
  })
  let activity: { readonly at: number; readonly coins: readonly CoinActivity[] } | null = null
  const share = createSingleFlight<'activity', readonly CoinActivity[]>()

  const activityOf = (maxAgeMs: number): Promise<readonly CoinActivity[]> | readonly CoinActivity[] => {
    if (activity && !hasPassed(activity.at, maxAgeMs, clock.now())) return activity.coins
    return share('activity', async () => {
      const at = clock.now()
      const coins = await readActivity(pools, { ...parts, coverageOf: (network) => coverageNow(parts, network) })
      activity = { at, coins }
      return coins
    })
  }

  return {
    tickers: new Set(pools.map(({ place }) => place.ticker)),
    pools: pools.map(({ place: { address, ticker }, network }) => ({ network, address, ticker })),
    async candles(asked) {
      const candidates = pools.filter(({ place }) => place.ticker === asked.ticker && isQuotable(place, asked.quote))
      if (candidates.length === 0) return { kind: 'unknown' }
      const busiest =
        candidates.length === 1 ? [] : ((await activityOf(orderMs)).find(({ ticker }) => ticker === asked.ticker)?.pools ?? [])
      const place = ({ place: { address } }: (typeof candidates)[number]) =>
        (busiest.indexOf(address) + busiest.length + 1) % (busiest.length + 1)
      let fault: CandleFault | null = null
      for (const candidate of candidates.toSorted((a, b) => place(a) - place(b))) {
        const found = await candlesOf(candidate, asked, parts)
        if (found.kind === 'candles') return found
        fault = worthier(fault, found)
      }
      return fault ?? { kind: 'unknown' }
    },
    async activity() {
      return activityOf(activityMs)
    },
  }
}

function isQuotable({ quote }: PoolPlace, wanted: string): boolean {
  return wanted === 'USD' || wanted === 'USDC' || wanted === quote
}

/** What was read, with the time up to which it is known that nothing else happened. */
async function coverageNow({ pools, clock }: Pick<PoolCandleParts, 'pools' | 'clock'>, network: NetworkId): Promise<PoolCoverage | null> {
  const coverage = await pools.coverage(network)
  const last = coverage?.spans.at(-1)
  if (!coverage || !last) return coverage
  const state = pools.state().find((one) => one.network === network)
  const checked = state?.asOf ? Math.floor(Date.parse(state.asOf) / 1000) : 0
  const oldest = unixSeconds(clock) - keepSeconds
  const spans = coverage.spans
    .map((span) => ({ from: Math.max(span.from, oldest), to: span === last ? Math.max(span.to, checked) : span.to }))
    .filter(({ from, to }) => from < to)
  return { ...coverage, spans }
}

interface Candidate {
  readonly place: PoolPlace
  readonly network: NetworkId
}

async function candlesOf(candidate: Candidate, asked: CandlesAsked, parts: PoolCandleParts): Promise<PoolCandles | CandleFault> {
  const { place, network } = candidate
  const coverage = await coverageNow(parts, network)
  if (!coverage || coverage.spans.length === 0) return { kind: 'reading' }
  const range = rangeWithin(coverage, asked, unixSeconds(parts.clock))
  if ('kind' in range) return range
  const { from, to, span } = range
  // The ether price of the first minute may be from an hour before.
  const dollars = await parts.chainPrices.dollarsOn(network, Math.min(from, to - daySeconds) - 3_600)
  if (typeof dollars === 'string') return { kind: 'no_price' }
  const conversion = conversionOf(place, asked.quote, dollars)
  if (conversion === null) return { kind: 'no_price' }
  // Whether a length is honest shows in the time that is asked for, or over a day.
  const judged = { from: Math.max(firstWhole(span.from), Math.min(from, to - daySeconds)), to: Math.min(to, span.to) }
  const density = measureDensity(asked.steps, [judged, { from, to: judged.to }])
  const sum = sumCandles(asked.step, place.token.decimals)
  const gaps: CandleGap[] = []
  const isAsked = ({ minute }: { readonly minute: number }) => minute >= from && minute < to
  const minutes = pricedMinutes(network, place, conversion, { from: judged.from, to }, parts)
  for await (const part of minutes) {
    density.add(part.traded)
    sum.add(part.minutes.filter(isAsked))
    gaps.push(...part.gaps)
  }
  const shortest = density.shortest()
  if (shortest > asked.step) return { kind: 'sparse', shortest }
  return {
    kind: 'candles',
    candles: sum.candles(),
    gaps: [
      ...(from > asked.from ? [{ from: asked.from, to: from, reason: 'not_read' as const }] : []),
      ...joinGaps(gaps.filter((gap) => gap.to > from).map((gap) => ({ ...gap, from: Math.max(gap.from, from) }))),
    ],
    quote: asked.quote,
    market: `${place.ticker}-${place.quote}`,
    network,
    address: place.address,
    convertedBy: [...(conversion.ether ? [conversion.ether.address] : []), ...(conversion.dollar ? [conversion.dollar.feed.address] : [])],
    coverage: { from: span.from, to: span.to, finalUntil: coverage.finalUntil },
  }
}

/** The part of the range that was read. */
function rangeWithin(
  { spans, startsAt }: PoolCoverage,
  { from, to, step, isFromNamed }: CandlesAsked,
  now: number,
): CandleFault | { readonly from: number; readonly to: number; readonly span: ReadSpan } {
  const last = spans.at(-1) as ReadSpan
  const span = spans.find((one) => firstWhole(one.from) <= from && (from < one.to || one === last)) ?? last
  const isReading = spans.length > 1 || startsAt === null
  const first = Math.max(from, Math.ceil(firstWhole(span.from) / step) * step)
  if (first > from && isFromNamed) {
    if (startsAt === null || startsAt <= from) return { kind: 'reading' }
    return { kind: 'before', earliest: Math.ceil(firstWhole(Math.max(startsAt, spans[0]!.from)) / step) * step }
  }
  if (first >= to) return isReading ? { kind: 'reading' } : { kind: 'before', earliest: first }
  const wantsNewest = Math.min(to, now) > span.to
  if (wantsNewest && span !== last) return { kind: 'reading' }
  if (wantsNewest && now - span.to > maxBehindSeconds) return { kind: 'behind' }
  return { from: first, to, span }
}

/** The first minute of which every block was read. */
function firstWhole(seconds: number): number {
  return (Math.floor(seconds / 60) + 1) * 60
}

const worth: readonly CandleFault['kind'][] = ['unknown', 'no_price', 'before', 'sparse', 'behind', 'reading']

/** Of two faults, the one that a caller can do more with: a call that may succeed later comes first. */
function worthier(one: CandleFault | null, other: CandleFault): CandleFault {
  return one !== null && worth.indexOf(one.kind) >= worth.indexOf(other.kind) ? one : other
}
