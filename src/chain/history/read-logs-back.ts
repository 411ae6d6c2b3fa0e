import { type Log, RpcRejected, RpcUnreachable } from '../chain.ts'
import { type LogFilter, RangeRefused, readLogRange } from '../indexes/read-log-range.ts'
import { type BudgetedRpc, BudgetSpent } from './budgeted-rpc.ts'

/** What kept a reading from going back as far as was wished. */
export type Cut = 'logs' | 'blocks' | 'requests' | 'time' | 'node'

export interface LogsBack {
  /** Newest first, each once. */
  readonly logs: readonly Log[]
  /** Every log from this block on was read; one more than the newest block where nothing was. */
  readonly completeFrom: bigint
  /** Null where it went back all the way. */
  readonly cut: Cut | null
}

/** How many blocks a node was last seen to search at once, by whom the caller calls by a key. */
export interface SpanMemory {
  get(key: string): bigint | undefined
  set(key: string, blocks: bigint): void
}

export interface BackOptions {
  readonly from: bigint
  readonly to: bigint
  /** No more logs than these are kept, in whole blocks. */
  readonly mostLogs: number
  /** Whether it is too late to begin another question. */
  tooLate(): boolean
  readonly spans: SpanMemory
  readonly key: string
}

/** So few logs are no reason to refuse a question: it was for too many blocks. */
const fewLogs = 200
/** Questions asked at the same time, once it is known how many blocks the node searches. */
const mostLanes = 6
/** Good answers until a size that was refused is tried again: where the node's limit is known from before, and where not. */
const longCalm = 8
const shortCalm = 2

interface Piece {
  readonly low: bigint
  readonly high: bigint
}

/**
 * Reads logs from the newest block backwards. The first question is for all blocks at once, or for as many as this node is
 * known to search; each one that is refused makes the next one smaller.
 * @throws what the node's first failure was, when nothing at all could be read
 */
export async function readLogsBack(rpc: BudgetedRpc, filter: LogFilter, options: BackOptions): Promise<LogsBack> {
  const { from, to, mostLogs, tooLate, spans, key } = options
  const known = spans.get(key)
  const logs: Log[] = []
  let next = to
  let span = known ?? to - from + 1n
  let largest = 0n
  /** Not to be asked for again before long. */
  let refused: bigint | null = known === undefined ? null : known + 1n
  let wasRefused = false
  /** Where the next question begins, if not as far back as it may. */
  let start: bigint | null = null
  let calm = 0
  let neededCalm = known === undefined ? shortCalm : longCalm
  let failure: Error | undefined

  function pieces(): Piece[] {
    if (start !== null) return [{ low: start, high: next }]
    const tried = span <= largest || (largest === 0n && known !== undefined)
    const all: Piece[] = []
    for (let high = next; high >= from && all.length < (tried ? mostLanes : 1); high -= span)
      all.push({ low: high - span + 1n > from ? high - span + 1n : from, high })
    return all
  }

  function until(cut: Cut | null): LogsBack {
    if (next === to && failure !== undefined) throw failure
    if (wasRefused && largest > 0n && logs.length < fewLogs) spans.set(key, largest)
    if (!wasRefused && known !== undefined && largest > known) spans.set(key, largest)
    return { logs, completeFrom: next + 1n, cut }
  }

  /** Goes on from there, unless there is no room. */
  function take(found: readonly Log[], { low, high }: Piece): LogsBack | null {
    // A block that may hold more than was told could not be looked at again.
    if (rpc.spent && low === high) return until('requests')
    const tooOld = found[found.length - (mostLogs - logs.length) - 1]?.blockNumber
    const kept = tooOld === undefined ? found : found.filter(({ blockNumber }) => blockNumber > tooOld)
    logs.push(...kept.toReversed())
    if (tooOld !== undefined) return { logs, completeFrom: tooOld + 1n, cut: 'logs' }
    next = low - 1n
    if (high - low + 1n > largest) largest = high - low + 1n
    calm += 1
    return null
  }

  /** Asks for less the next time, unless nothing more can be read. */
  function refuse(error: unknown, { low, high }: Piece): LogsBack | null {
    if (!(error instanceof RangeRefused)) {
      failure ??= error instanceof BudgetSpent ? new RpcRejected(-32_005, 'the node refused every range') : (error as Error)
      return until(cutBy(error))
    }
    if (error.reached !== null) {
      // Nodes that cut an answer off leave out its newest logs, so those are asked for first; a crowded block alone.
      start = error.reached < high ? error.reached + 1n : high
      return null
    }
    failure ??= error.cause instanceof RpcUnreachable ? error.cause : undefined
    wasRefused = true
    refused = high - low + 1n
    if (calm > 0) neededCalm *= 2
    calm = 0
    // Where nothing is known yet there is far to go.
    span = largest === 0n && known === undefined ? powerBelow(refused) : roundBelow(refused)
    return null
  }

  while (next >= from) {
    if (tooLate()) return until('time')
    const asked = pieces()
    start = null
    const answers = await Promise.allSettled(asked.map(({ low, high }) => readLogRange(rpc, filter, low, high)))
    let wasGood = true
    for (const [at, piece] of asked.entries()) {
      const answer = answers[at] as (typeof answers)[number]
      const end = answer.status === 'fulfilled' ? take(answer.value, piece) : refuse(answer.reason, piece)
      if (end) return end
      wasGood = answer.status === 'fulfilled'
      // What is older was read in vain: nothing may be missing in between.
      if (!wasGood) break
    }
    if (!wasGood) continue
    if (calm >= neededCalm) refused = null
    const wider = roundAbove(span)
    if (refused === null || wider < refused) span = wider
  }
  return until(null)
}

function cutBy(error: unknown): Cut {
  if (error instanceof BudgetSpent) return 'requests'
  if (error instanceof RpcUnreachable || error instanceof RpcRejected) return 'node'
  // The reason of the signal that ended it.
  return 'time'
}

/** 1, 2, 5, 10, 20, 50 and so on: limits of nodes are round numbers. */
const rounds: readonly bigint[] = Array.from({ length: 12 }, (_, power) => [1n, 2n, 5n].map((one) => one * 10n ** BigInt(power))).flat()

function roundBelow(blocks: bigint): bigint {
  return rounds.findLast((one) => one < blocks) ?? 1n
}

function roundAbove(blocks: bigint): bigint {
  return rounds.find((one) => one > blocks) ?? blocks
}

function powerBelow(blocks: bigint): bigint {
  return 10n ** BigInt(Math.max(0, (blocks - 1n).toString().length - 1))
}
