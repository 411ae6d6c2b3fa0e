import { type NetworkId, networks } from '../../../src/goods/kit/evm.ts'
import type { Indexes } from '../indexes/create-indexes.ts'
import { expired, positionOf, type PollPosition, type PollPositions } from './poll-cursor.ts'
import type { LargeTransfer, TransfersAsked } from './read-large-transfers.ts'
import { hasRead, type TransferCoverage } from './transfer-coverage.ts'

export interface NewTransfersAsked {
  readonly tokens: TransfersAsked['tokens']
  /** Of the networks that are asked for, as it was before this read: later blocks wait for the next poll. */
  readonly coverage: readonly TransferCoverage[]
  readonly positions: PollPositions
  /** Unix seconds of the earliest time asked for; 0 for no limit. */
  readonly since: number
  readonly limit: number
}

/** Above every index of a log. */
const wholeBlock = BigInt(Number.MAX_SAFE_INTEGER)

/** Where polling begins: at the end of what the index of each network has read. @param now milliseconds */
export function startOfPolling(coverage: readonly TransferCoverage[], now: number): PollPositions {
  return new Map(coverage.filter(({ state }) => state !== 'not_indexed').map((one) => [one.network.id, endOf(one, now)]))
}

/**
 * The transfers that came after the positions of a poll, the oldest first, so that a limit skips none; and the positions for the
 * next poll. A network moves on only as far as its own transfers were given, and never beyond what its index has read.
 * @throws Problem `invalid_input` for a position before the oldest transfer that is kept
 */
export async function readNewTransfers(
  index: Pick<Indexes['transfers'], 'after'>,
  { tokens, coverage, positions, since, limit }: NewTransfersAsked,
): Promise<{ readonly transfers: readonly LargeTransfer[]; readonly next: PollPositions }> {
  const read = coverage.filter(hasRead)
  for (const { network, from } of read) if (from !== null && positionOf(positions, network.id).at < from) throw expired()
  const found = await Promise.all(
    tokens.map(async ({ network, token, least }) => {
      const until = BigInt(read.find((one) => one.network.id === network)?.block ?? -1)
      const { place, at } = positionOf(positions, network)
      const earliest = BigInt(place ? since : Math.max(since, at))
      const rows = await index.after({ network, token, minAmount: least, since: earliest, place, until, limit: limit + 1 })
      return rows.map((row): LargeTransfer => ({ ...row, network }))
    }),
  )
  const sorted = found.flat().sort(oldestFirst)
  const [transfers, rest] = [sorted.slice(0, limit), new Set(sorted.slice(limit).map(({ network }) => network))]
  const next = new Map(positions)
  for (const one of read) next.set(one.network.id, moved(one, positionOf(positions, one.network.id), transfers, rest))
  return { transfers, next }
}

function moved(
  one: TransferCoverage,
  before: PollPosition,
  given: readonly LargeTransfer[],
  unfinished: ReadonlySet<NetworkId>,
): PollPosition {
  const { id } = one.network
  if (!unfinished.has(id)) {
    const end = endOf(one, before.at * 1_000)
    // An index that was begun anew may be behind the position for a while.
    const isBehind = before.place && (!end.place || end.place.blockNumber < before.place.blockNumber)
    return isBehind ? { ...before, at: Math.max(before.at, end.at) } : { ...end, at: Math.max(before.at, end.at) }
  }
  const last = given.findLast(({ network }) => network === id)
  return last ? { place: { blockNumber: last.blockNumber, logIndex: BigInt(last.logIndex) }, at: Number(last.at) } : before
}

function endOf({ block, upTo }: TransferCoverage, now: number): PollPosition {
  const at = Math.floor((upTo ?? now) / 1_000)
  return { place: block === null ? null : { blockNumber: BigInt(block), logIndex: wholeBlock }, at }
}

function oldestFirst(one: LargeTransfer, other: LargeTransfer): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1
  const rank = ({ network }: Pick<LargeTransfer, 'network'>) => networks.findIndex(({ id }) => id === network)
  const byNetwork = rank(one) - rank(other)
  if (byNetwork !== 0) return byNetwork
  if (one.blockNumber !== other.blockNumber) return one.blockNumber < other.blockNumber ? -1 : 1
  return one.logIndex - other.logIndex
}
