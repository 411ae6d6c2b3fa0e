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
  let span = known === undefined || known > to - from + 1n ? to - from + 1n : known
  let largest = 0n
  let refused: bigint | null = null
  let wasRefused = false
  /** Where the next question begins, if not as far back as it may. */
  let start: bigint | null = null
  // Good answers since then, and how many it takes until such a size is tried again: a crowded place is soon passed, and a
  // limit of the node stays.
  let calm = 0
  let neededCalm = 2
  let failure: Error | undefined

  function until(cut: Cut | null): LogsBack {
    if (next === to && failure !== undefined) throw failure
    if (wasRefused && largest > 0n && logs.length < fewLogs) spans.set(key, largest)
    if (!wasRefused && known !== undefined && largest > known) spans.set(key, largest)
    return { logs, completeFrom: next + 1n, cut }
  }

  while (next >= from) {
    if (tooLate()) return until('time')
    const low = start ?? (next - span + 1n > from ? next - span + 1n : from)
    start = null
    const asked = next - low + 1n
    let found: Log[]
    try {
      found = await readLogRange(rpc, filter, low, next)
    } catch (error) {
      if (!(error instanceof RangeRefused)) {
        failure ??= error instanceof BudgetSpent ? new RpcRejected(-32_005, 'the node refused every range') : (error as Error)
        return until(cutBy(error))
      }
      failure ??= error.cause instanceof RpcUnreachable ? error.cause : undefined
      if (error.reached !== null) {
        // Nodes that cut an answer off leave out its newest logs, so those are asked for first; a crowded block alone.
        start = error.reached < next ? error.reached + 1n : next
        continue
      }
      wasRefused = true
      refused = asked
      if (calm > 0) neededCalm *= 2
      calm = 0
      // Where nothing is known yet there is far to go.
      span = largest === 0n && known === undefined ? quarter(asked) : half(asked)
      continue
    }
    // A block that may hold more than was told could not be looked at again.
    if (rpc.spent) return until('requests')
    const room = mostLogs - logs.length
    if (found.length > room) return cutOff(found, room)
    logs.push(...found.toReversed())
    next = low - 1n
    if (asked > largest) largest = asked
    calm += 1
    if (calm >= neededCalm) refused = null
    const wider = found.length === 0 ? [4n, 2n] : [2n]
    span *= wider.find((times) => refused === null || span * times < refused) ?? 1n
  }
  return until(null)

  /** Keeps the newest whole blocks that there is room for. */
  function cutOff(found: readonly Log[], room: number): LogsBack {
    const tooOld = found[found.length - room - 1]?.blockNumber ?? 0n
    logs.push(...found.filter(({ blockNumber }) => blockNumber > tooOld).toReversed())
    return { logs, completeFrom: tooOld + 1n, cut: 'logs' }
  }
}

function cutBy(error: unknown): Cut {
  if (error instanceof BudgetSpent) return 'requests'
  if (error instanceof RpcUnreachable || error instanceof RpcRejected) return 'node'
  // The reason of the signal that ended it.
  return 'time'
}

function half(blocks: bigint): bigint {
  return blocks > 2n ? blocks / 2n : 1n
}

function quarter(blocks: bigint): bigint {
  return blocks > 4n ? blocks / 4n : 1n
}
