import type { Hex } from '../../../src/goods/kit/evm.ts'
import { checkpointOf, type IndexCheckpoint, type IndexKey } from '../../../src/goods/kit/follow.ts'
import type { LineStore, Query } from '../../../src/goods/kit/store.ts'
import { joinMinutes, minutesOfSwaps, type PoolMinute } from './pool-buckets.ts'
import { minuteColumns, readMinute, readSwap, swapColumns } from './pool-rows.ts'

export interface MinutesAsked {
  /** As the database names it. */
  readonly network: string
  readonly pool: Hex
  /** Unix seconds: minutes that begin in [from, to). */
  readonly from: bigint
  readonly to: bigint
}

/** The minutes of a pool with a swap, the oldest first, from final blocks and from young ones. Ask for a day at most: it blocks the thread. */
export const poolMinutes: Query<MinutesAsked, PoolMinute[]> = {
  name: 'pool_minutes',
  sqlite(transaction, { network, pool, from, to }) {
    const asked = [network, pool.toLowerCase(), from, to] as const
    const final = transaction
      .all(
        `SELECT ${minuteColumns} FROM pool_minutes WHERE network = ? AND pool = ? AND minute >= ? AND minute < ? ORDER BY minute`,
        ...asked,
      )
      .map(readMinute)
    const young = minutesOfSwaps(
      transaction
        .all(`SELECT ${swapColumns} FROM pool_swaps WHERE network = ? AND pool = ? AND minute >= ? AND minute < ?`, ...asked)
        .map(readSwap),
    )
    if (young.length === 0) return final
    const all = new Map(final.map((one) => [one.minute, one]))
    for (const one of young) {
      const before = all.get(one.minute)
      all.set(one.minute, before ? joinMinutes(before, one) : one)
    }
    return [...all.values()].toSorted((a, b) => Number(a.minute - b.minute))
  },
}

/** A time of which every block was read, in unix seconds. It is from 0 where the chain's first block was read. */
export interface ReadSpan {
  readonly from: number
  readonly to: number
}

/** What an index of pools has read on a network. */
export interface PoolCoverage {
  /** The oldest first. There are two while the history between is being read. */
  readonly spans: readonly ReadSpan[]
  /** Blocks up to this time are final; null while none is. */
  readonly finalUntil: number | null
  /** Where the history begins that is read, or will be; null where that is not known yet. */
  readonly startsAt: number | null
}

/** Null while nothing was read. */
export async function readCoverage(store: LineStore, key: IndexKey): Promise<PoolCoverage | null> {
  const checkpoint = await store.read(checkpointOf, key)
  return checkpoint && coverageOf(checkpoint)
}

function coverageOf({ start, firm, tip, tipStart, firmAt, tipAt, ...checkpoint }: IndexCheckpoint): PoolCoverage {
  // Before the first block of a chain nothing was traded.
  const startAt = start === 0n ? 0n : checkpoint.startAt
  const tipStartAt = tipStart === 0n ? 0n : checkpoint.tipStartAt
  const history = firm >= start ? spanOf(startAt, firmAt) : []
  const isJoined = firm >= tipStart - 1n
  const young = tip < tipStart || (isJoined && tip <= firm) ? [] : spanOf(isJoined && startAt !== null ? startAt : tipStartAt, tipAt)
  return {
    spans: isJoined && young.length > 0 ? young : [...history, ...young],
    finalUntil: firm >= start && firmAt !== null ? Number(firmAt) : null,
    startsAt: startAt === null ? null : Number(startAt),
  }
}

function spanOf(from: bigint | null, to: bigint | null): ReadSpan[] {
  return from === null || to === null ? [] : [{ from: Number(from), to: Number(to) }]
}
