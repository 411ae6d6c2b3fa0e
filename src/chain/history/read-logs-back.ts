import { type EventLog, RpcRejected, RpcUnreachable } from '../chain.ts'
import { type LogFilter, RangeRefused, readLogRange } from '../indexes/read-log-range.ts'
import { type BudgetedRpc, BudgetSpent } from './budgeted-rpc.ts'

/** Why a reading did not go back as far as it could. */
export type Cut = 'logs' | 'blocks' | 'requests' | 'time' | 'node'

export interface LogsBack {
  /** Newest first, each once. */
  readonly logs: readonly EventLog[]
  /** Every log from this block on was read. Where nothing was read, this is the block after the newest one. */
  readonly completeFrom: bigint
  /** Null where the reading reached its last block. */
  readonly cut: Cut | null
}

/** How many blocks at once a node was last seen to search, by a key of the caller's choice. */
export interface SpanMemory {
  get(key: string): bigint | undefined
  set(key: string, blocks: bigint): void
}

export interface ReadBackOptions {
  readonly from: bigint
  readonly to: bigint
  /** At most so many logs are kept, in whole blocks. */
  readonly maxLogs: number
  /** Whether it is too late to ask another question. */
  isTooLate(): boolean
  readonly spans: SpanMemory
  readonly key: string
}

/** With fewer logs than this, a node refused a question for its number of blocks and not for its number of logs. */
const fewLogs = 200
/** Questions at the same time, once it is known how many blocks the node searches. */
const maxParallelQuestions = 6
/** Good answers until a refused size is tried again: more of them where the node's limit is known from an earlier reading. */
const answersUntilRetryKnown = 8
const answersUntilRetryUnknown = 2

interface Piece {
  readonly low: bigint
  readonly high: bigint
}

/**
 * Reads logs from the newest block backwards. The first question is for all blocks, or for as many as this node is known to search
 * at once. Each refusal makes the next question smaller.
 * @throws the node's first failure, when nothing at all could be read
 */
export async function readLogsBack(rpc: BudgetedRpc, filter: LogFilter, options: ReadBackOptions): Promise<LogsBack> {
  const { from, to, maxLogs: mostLogs, isTooLate: tooLate, spans, key } = options
  const known = spans.get(key)
  const logs: EventLog[] = []
  let next = to
  let span = known ?? to - from + 1n
  let largest = 0n
  /** The size that was refused last; it is not tried again until there were enough good answers. */
  let refused: bigint | null = known === undefined ? null : known + 1n
  let wasRefused = false
  /** The lowest block of the next question, where a node's cut-off answer decides it. */
  let start: bigint | null = null
  let goodAnswers = 0
  let neededAnswers = known === undefined ? answersUntilRetryUnknown : answersUntilRetryKnown
  let failure: Error | undefined

  function pieces(): Piece[] {
    if (start !== null) return [{ low: start, high: next }]
    const tried = span <= largest || (largest === 0n && known !== undefined)
    const all: Piece[] = []
    for (let high = next; high >= from && all.length < (tried ? maxParallelQuestions : 1); high -= span)
      all.push({ low: high - span + 1n > from ? high - span + 1n : from, high })
    return all
  }

  function until(cut: Cut | null): LogsBack {
    if (next === to && failure !== undefined) throw failure
    if (wasRefused && largest > 0n && logs.length < fewLogs) spans.set(key, largest)
    if (!wasRefused && known !== undefined && largest > known) spans.set(key, largest)
    return { logs, completeFrom: next + 1n, cut }
  }

  /** Keeps the logs of a piece. Ends the reading where the limit of logs is reached. */
  function take(found: readonly EventLog[], { low, high }: Piece): LogsBack | null {
    // The answer for a single block may be cut off, and there is no question left to check it.
    if (rpc.isSpent && low === high) return until('requests')
    const tooOld = found[found.length - (mostLogs - logs.length) - 1]?.blockNumber
    const kept = tooOld === undefined ? found : found.filter(({ blockNumber }) => blockNumber > tooOld)
    logs.push(...kept.toReversed())
    if (tooOld !== undefined) return { logs, completeFrom: tooOld + 1n, cut: 'logs' }
    next = low - 1n
    if (high - low + 1n > largest) largest = high - low + 1n
    goodAnswers += 1
    return null
  }

  /** Makes the next question smaller. Ends the reading where nothing more can be read. */
  function refuse(error: unknown, { low, high }: Piece): LogsBack | null {
    if (!(error instanceof RangeRefused)) {
      failure ??= error instanceof BudgetSpent ? new RpcRejected(-32_005, 'the node refused every range') : (error as Error)
      return until(cutBy(error))
    }
    if (error.reached !== null) {
      // Nodes that cut an answer off leave out its newest logs, so those are asked for first. A crowded block is asked for alone.
      start = error.reached < high ? error.reached + 1n : high
      return null
    }
    failure ??= error.cause instanceof RpcUnreachable ? error.cause : undefined
    wasRefused = true
    refused = high - low + 1n
    if (goodAnswers > 0) neededAnswers *= 2
    goodAnswers = 0
    // The first refusals shrink the question by powers of ten, because the limit may be far smaller.
    span = largest === 0n && known === undefined ? powerBelow(refused) : roundBelow(refused)
    return null
  }

  while (next >= from) {
    if (tooLate()) return until('time')
    const asked = pieces()
    start = null
    const answers = await Promise.allSettled(asked.map(({ low, high }) => readLogRange(rpc, filter, low, high)))
    let isGood = true
    for (const [at, piece] of asked.entries()) {
      const answer = answers[at] as (typeof answers)[number]
      const end = answer.status === 'fulfilled' ? take(answer.value, piece) : refuse(answer.reason, piece)
      if (end) return end
      isGood = answer.status === 'fulfilled'
      // Older pieces are discarded, because the logs must have no gap.
      if (!isGood) break
    }
    if (!isGood) continue
    if (goodAnswers >= neededAnswers) refused = null
    const wider = roundAbove(span)
    if (refused === null || wider < refused) span = wider
  }
  return until(null)
}

function cutBy(error: unknown): Cut {
  if (error instanceof BudgetSpent) return 'requests'
  if (error instanceof RpcUnreachable || error instanceof RpcRejected) return 'node'
  // Anything else is the abort reason of the signal.
  return 'time'
}

/** 1, 2, 5, 10, 20, 50 and so on: limits of nodes are round numbers. */
const roundNumbers: readonly bigint[] = Array.from({ length: 12 }, (_, power) =>
  [1n, 2n, 5n].map((one) => one * 10n ** BigInt(power)),
).flat()

function roundBelow(blocks: bigint): bigint {
  return roundNumbers.findLast((one) => one < blocks) ?? 1n
}

function roundAbove(blocks: bigint): bigint {
  return roundNumbers.find((one) => one > blocks) ?? blocks
}

function powerBelow(blocks: bigint): bigint {
  return 10n ** BigInt(Math.max(0, (blocks - 1n).toString().length - 1))
}
