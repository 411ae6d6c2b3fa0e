import { type EventLog, type LogFilter, RangeRefused, readLogRange, RpcRejected, RpcUnreachable } from '../../../src/goods/kit/rpc.ts'
import { type BudgetedRpc, BudgetSpent } from './budgeted-rpc.ts'
import { createQuestionSize, type SpanMemory } from './question-size.ts'

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

export interface ReadBackOptions {
  readonly from: bigint
  readonly to: bigint
  /** Logs that are kept, in whole blocks. */
  readonly maxLogs: number
  /** Whether it is too late to ask another question. */
  isTooLate(): boolean
  readonly spans: SpanMemory
  readonly key: string
}

/** Questions at the same time, once it is known how many blocks the node searches. */
const maxParallelQuestions = 6
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
  const { from, to, maxLogs, isTooLate, spans, key } = options
  const size = createQuestionSize(to - from + 1n, spans, key)
  const logs: EventLog[] = []
  let next = to
  /** The lowest block of the next question, where a node's cut-off answer decides it. */
  let start: bigint | null = null
  let failure: Error | undefined

  function pieces(): Piece[] {
    if (start !== null) return [{ low: start, high: next }]
    const { blocks, isTried } = size
    const all: Piece[] = []
    for (let high = next; high >= from && all.length < (isTried ? maxParallelQuestions : 1); high -= blocks)
      all.push({ low: high - blocks + 1n > from ? high - blocks + 1n : from, high })
    return all
  }

  function until(cut: Cut | null): LogsBack {
    if (next === to && failure !== undefined) throw failure
    size.remember(logs.length)
    return { logs, completeFrom: next + 1n, cut }
  }

  /** Keeps the logs of a piece. Ends the reading where the limit of logs is reached. */
  function take(found: readonly EventLog[], { low, high }: Piece): LogsBack | null {
    // The answer for a single block may be cut off, and there is no question left to check it.
    if (rpc.isSpent && low === high) return until('requests')
    const tooOld = found[found.length - (maxLogs - logs.length) - 1]?.blockNumber
    const kept = tooOld === undefined ? found : found.filter(({ blockNumber }) => blockNumber > tooOld)
    logs.push(...kept.toReversed())
    if (tooOld !== undefined) return { logs, completeFrom: tooOld + 1n, cut: 'logs' }
    next = low - 1n
    size.answered(high - low + 1n)
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
    size.refused(high - low + 1n)
    return null
  }

  while (next >= from) {
    if (isTooLate()) return until('time')
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
    if (isGood) size.grow()
  }
  return until(null)
}

function cutBy(error: unknown): Cut {
  if (error instanceof BudgetSpent) return 'requests'
  if (error instanceof RpcUnreachable || error instanceof RpcRejected) return 'node'
  // Anything else is the abort reason of the signal.
  return 'time'
}
