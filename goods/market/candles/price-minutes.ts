import { type FeedPast, type PoolPlace, priceAtRoot, sidesOf } from '../../../src/goods/kit/chain-prices.ts'
import type { NetworkId } from '../../../src/goods/kit/evm.ts'
import type { Timers } from '../../../src/goods/kit/parts.ts'
import type { PoolIndexes } from '../pools/pool-indexes.ts'
import type { PoolMinute } from '../pools/pool-buckets.ts'

/** A minute of a pool in the currency that was asked for. Times are unix seconds. */
export interface PricedMinute {
  readonly minute: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** What was traded: of the coin in its smallest unit, and in the currency by the smallest unit of the quote token. */
  readonly amount: bigint
  readonly value: number
}

/** Why a time has no candle although there may have been trades. */
export type GapReason = 'not_read' | 'no_ether_price' | 'no_dollar_price'

export interface CandleGap {
  readonly from: number
  readonly to: number
  readonly reason: GapReason
}

export interface PricedMinutes {
  readonly minutes: readonly PricedMinute[]
  /** All minutes with a swap, whether or not they have a price. */
  readonly traded: readonly number[]
  readonly gaps: readonly CandleGap[]
}

/** What turns prices in a pool into those of the currency. Null: nothing has to be done. */
export interface Conversion {
  readonly ether: PoolPlace | null
  readonly dollar: FeedPast | null
}

interface MinutesParts {
  readonly pools: PoolIndexes
  readonly timers: Timers
}

const minuteSeconds = 60
/** What one query reads: 360 minutes are a few milliseconds. */
const partSeconds = 21_600
/** An ether price that is older is none. */
const maxEtherAge = 3_600

/**
 * The minutes of a pool that begin in [from, to), priced: each is multiplied by the price of ether in the ether pool of the same network at the end
 * of that minute, where the coin trades against ether, and by the price of USDC that its feed had then. They come in parts, the oldest first,
 * each in turns of the event loop of its own.
 */
export async function* pricedMinutes(
  network: NetworkId,
  pool: PoolPlace,
  conversion: Conversion,
  { from, to }: { readonly from: number; readonly to: number },
  parts: MinutesParts,
): AsyncGenerator<PricedMinutes> {
  const priceOf = pricesOf(pool)
  let etherAt = conversion.ether && (await etherPrices(network, conversion.ether, { from: from - maxEtherAge, to: from }, null, parts))
  for (let start = from; start < to; start += partSeconds) {
    const part = { from: start, to: Math.min(to, start + partSeconds) }
    if (conversion.ether && etherAt) etherAt = await etherPrices(network, conversion.ether, part, etherAt.last, parts)
    const read = await parts.pools.minutes(network, pool.address, part)
    await turn(parts.timers)
    const minutes: PricedMinute[] = []
    const gaps: CandleGap[] = []
    for (const one of read) {
      const minute = Number(one.minute)
      const ether = etherAt ? etherAt.at(minute) : 1
      const dollar = conversion.dollar ? conversion.dollar.at(minute + minuteSeconds - 1) : 1
      if (ether === null) noteGap(gaps, minutes.at(-1)?.minute, minute, 'no_ether_price')
      else if (dollar === null) noteGap(gaps, minutes.at(-1)?.minute, minute, 'no_dollar_price')
      else minutes.push(priced(one, priceOf, ether * dollar))
    }
    yield { minutes, traded: read.map(({ minute }) => Number(minute)), gaps }
    await turn(parts.timers)
  }
}

/** The last price of ether at the end of a minute; null where it is too old. */
interface EtherPrices {
  readonly last: { readonly minute: number; readonly price: number } | null
  at(minute: number): number | null
}

async function etherPrices(
  network: NetworkId,
  pool: PoolPlace,
  range: { readonly from: number; readonly to: number },
  before: EtherPrices['last'],
  { pools, timers }: MinutesParts,
): Promise<EtherPrices> {
  const priceIn = pricesOf(pool)
  const found = (await pools.minutes(network, pool.address, range)).map(({ minute, close }) => ({
    minute: Number(minute),
    price: priceIn(close),
  }))
  await turn(timers)
  const known = before ? [before, ...found] : found
  let place = 0
  return {
    last: known.at(-1) ?? null,
    // Minutes are asked for in their order.
    at(minute) {
      while (place + 1 < known.length && known[place + 1]!.minute <= minute) place += 1
      const price = known[place]
      return price === undefined || price.minute > minute || minute - price.minute > maxEtherAge ? null : price.price
    },
  }
}

function priced(
  { minute, open, highest, lowest, close, amount, quoteAmount }: PoolMinute,
  priceOf: (root: bigint) => number,
  factor: number,
): PricedMinute {
  // The root is that of token 1 per token 0: where the coin is token 1, the highest root is the lowest price.
  const ends = [priceOf(highest), priceOf(lowest)]
  return {
    minute: Number(minute),
    open: priceOf(open) * factor,
    high: Math.max(...ends) * factor,
    low: Math.min(...ends) * factor,
    close: priceOf(close) * factor,
    amount,
    value: Number(quoteAmount) * factor,
  }
}

/** Quote tokens for one coin, from the square root of the price as the pool holds it. */
function pricesOf(pool: PoolPlace): (root: bigint) => number {
  const { isQuote0, decimals0, decimals1 } = sidesOf(pool)
  return (root) => {
    const price = priceAtRoot(root, decimals0, decimals1)
    return isQuote0 ? 1 / price : price
  }
}

/** Minutes with a swap that follow each other without a priced one between are one gap. */
function noteGap(gaps: CandleGap[], lastPriced: number | undefined, minute: number, reason: GapReason): void {
  const last = gaps.at(-1)
  if (last?.reason === reason && (lastPriced ?? Number.NEGATIVE_INFINITY) < last.from)
    gaps.splice(-1, 1, { ...last, to: minute + minuteSeconds })
  else gaps.push({ from: minute, to: minute + minuteSeconds, reason })
}

/** Gaps of parts that follow each other, as one where they have the same reason. */
export function joinGaps(gaps: readonly CandleGap[]): CandleGap[] {
  const joined: CandleGap[] = []
  for (const gap of gaps) {
    const last = joined.at(-1)
    if (last?.reason === gap.reason && gap.from - last.to < partSeconds) joined.splice(-1, 1, { ...last, to: gap.to })
    else joined.push(gap)
  }
  return joined
}

function turn(timers: Timers): Promise<void> {
  return new Promise((resolve) => void timers.soon(resolve))
}
