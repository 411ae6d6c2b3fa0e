import type { ChainPrices, PoolPlace } from '../../../src/goods/kit/chain-prices.ts'
import type { NetworkId } from '../../../src/goods/kit/evm.ts'
import type { Clock, Timers } from '../../../src/goods/kit/parts.ts'
import { unixSeconds } from '../../../src/goods/kit/time.ts'
import type { PoolIndexes } from '../pools/pool-indexes.ts'
import type { PoolCoverage } from '../pools/find-minutes.ts'
import { conversionOf } from './convert-prices.ts'
import { pricedMinutes, type PricedMinute } from './price-minutes.ts'

/** What a coin did in the last 24 hours, in the pools that are indexed. */
export interface CoinActivity {
  readonly ticker: string
  /** US dollars, in its busiest pool. */
  readonly price: number
  /** Per cent in that pool; null where it was not read for 24 hours. */
  readonly change24h: number | null
  /** US dollars, in all its pools. */
  readonly volume24h: number
  /** When the price was made, in unix seconds. */
  readonly at: number
  readonly network: NetworkId
  /** Addresses, the busiest first. */
  readonly pools: readonly string[]
}

interface ActivityParts {
  readonly pools: PoolIndexes
  readonly chainPrices: Pick<ChainPrices, 'dollarsOn'>
  readonly clock: Clock
  readonly timers: Timers
  coverageOf(network: NetworkId): Promise<PoolCoverage | null>
}

const daySeconds = 86_400
/** Seconds. A pool whose last swap is older has no price now. */
const maxAge = 6 * 3_600
/** A change over a little less than a day is none of a day. */
const maxMissing = 1_800

interface Candidate {
  readonly place: PoolPlace
  readonly network: NetworkId
}

/** Every coin with a swap in the last day and with a price in dollars. */
export async function readActivity(pools: readonly Candidate[], parts: ActivityParts): Promise<readonly CoinActivity[]> {
  const read: CoinActivity[] = []
  // One after the other, in turns of the event loop.
  for (const pool of pools) read.push(...(await activityOf(pool, parts)))
  return [...Map.groupBy(read, ({ ticker }) => ticker).values()].map((same) => {
    const [busiest, ...others] = same.toSorted((a, b) => b.volume24h - a.volume24h) as [CoinActivity, ...CoinActivity[]]
    const all = [busiest, ...others]
    return {
      ...busiest,
      volume24h: all.reduce((sum, { volume24h }) => sum + volume24h, 0),
      pools: all.flatMap((one) => one.pools),
    }
  })
}

async function activityOf({ place, network }: Candidate, parts: ActivityParts): Promise<readonly CoinActivity[]> {
  const { chainPrices, clock } = parts
  const span = (await parts.coverageOf(network))?.spans.at(-1)
  const now = unixSeconds(clock)
  if (!span || now - span.to > maxAge) return []
  const since = Math.max(span.from, now - daySeconds)
  const dollars = await chainPrices.dollarsOn(network, since)
  if (typeof dollars === 'string') return []
  const conversion = conversionOf(place, 'USD', dollars)
  if (!conversion) return []
  const range = { from: Math.ceil(since / 60) * 60, to: now }
  let first: PricedMinute | null = null
  let last: PricedMinute | null = null
  let value = 0
  for await (const { minutes } of pricedMinutes(network, place, conversion, range, parts)) {
    first ??= minutes[0] ?? null
    last = minutes.at(-1) ?? last
    value += minutes.reduce((sum, one) => sum + one.value, 0)
  }
  if (!first || !last || now - last.minute > maxAge) return []
  const isWhole = since - (now - daySeconds) <= maxMissing && first.minute - since <= maxMissing
  return [
    {
      ticker: place.ticker,
      price: last.close,
      change24h: isWhole ? (last.close / first.open - 1) * 100 : null,
      volume24h: value / 10 ** place.quoteToken.decimals,
      at: Math.min(last.minute + 60, now),
      network,
      pools: [place.address],
    },
  ]
}
