import type { Hex } from '../shared/bytes.ts'
import { addressTopic, topics } from './abi.ts'
import type { Chain, EventLog } from './chain.ts'
import { RangeRefused, readLogRange, type LogFilter } from './follow/read-log-range.ts'
import type { OwnTurn } from './follow/turn-queue.ts'
import { transferIn } from './settlement-logs.ts'

/** A Transfer of the network's USDC as its log tells it. Lower case, base units. */
export interface TransferLog {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  readonly transaction: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
  /** See `TransferFact`. */
  readonly occurrence: number
}

/** The transfers of some blocks, in chain order. */
export interface TransferWindow {
  readonly from: bigint
  readonly to: bigint
  readonly transfers: readonly TransferLog[]
}

/** Blocks of one search. Some nodes refuse more. */
const maxWindowBlocks = 2_000n
const windowsAtOnce = 3
/** About seven hundred logs: more would take too long to read in one turn. */
const maxAnswerBytes = 512 * 1024

/**
 * All transfers to, or from, some addresses in a span of blocks, both ends included, window by window. Three windows are asked for at once.
 * A window that a node refuses, or whose answer is too long, is asked for in halves, and the next ones are as small.
 * @param ownTurn called before an answer is read
 * @throws RpcUnreachable, RpcRejected
 */
export async function* readTransfers(
  chain: Chain,
  which: { readonly to: readonly Hex[] } | { readonly from: readonly Hex[] },
  span: { readonly from: bigint; readonly to: bigint },
  ownTurn: OwnTurn,
): AsyncGenerator<TransferWindow> {
  const parties = ('to' in which ? which.to : which.from).map(addressTopic)
  const indexed = 'to' in which ? [null, parties] : [parties, null]
  const filter: LogFilter = { addresses: [chain.network.asset.toLowerCase() as Hex], events: [topics.transfer], indexed }
  const read = (from: bigint, to: bigint) => readLogRange(chain.rpc, filter, from, to, ownTurn, maxAnswerBytes)
  let blocks = maxWindowBlocks
  for (let next = span.from; next <= span.to;) {
    const windows = Array.from({ length: windowsAtOnce }, (_, index) => next + BigInt(index) * blocks)
      .filter((from) => from <= span.to)
      .map((from) => ({ from, to: min(from + blocks - 1n, span.to) }))
    const answers = await Promise.all(windows.map(({ from, to }) => read(from, to).catch(unlessRefused)))
    next = windows.at(-1)!.to + 1n
    let smallest = min(blocks * 2n, maxWindowBlocks)
    for (const [index, { from, to }] of windows.entries()) {
      const logs = answers[index]!
      for await (const part of logs === null ? inHalves(read, from, to) : [{ from, to, logs }]) {
        if (logs === null) smallest = min(smallest, part.to - part.from + 1n)
        yield { from: part.from, to: part.to, transfers: transfersIn(part.logs) }
      }
    }
    blocks = smallest
  }
}

interface LogWindow {
  readonly from: bigint
  readonly to: bigint
  readonly logs: readonly EventLog[]
}

/** A range that was refused, in as large parts as are not, in chain order. */
async function* inHalves(read: (from: bigint, to: bigint) => Promise<EventLog[]>, from: bigint, to: bigint): AsyncGenerator<LogWindow> {
  const middle = (from + to) / 2n
  for (const [first, last] of [
    [from, middle],
    [middle + 1n, to],
  ] as const) {
    const logs = await read(first, last).catch(unlessRefused)
    if (logs === null) yield* inHalves(read, first, last)
    else yield { from: first, to: last, logs }
  }
}

function unlessRefused(error: unknown): null {
  if (error instanceof RangeRefused) return null
  throw error
}

/** All transfers of a transaction to one payee are in one window, so their positions are those that receipts give. */
function transfersIn(logs: readonly EventLog[]): TransferLog[] {
  const seen = new Map<string, number>()
  return logs.flatMap((log) => {
    const transfer = transferIn(log)
    if (transfer === null) return []
    const kind = `${log.transactionHash} ${transfer.to} ${transfer.value}`
    const occurrence = seen.get(kind) ?? 0
    seen.set(kind, occurrence + 1)
    const { transactionHash: transaction, blockNumber, blockHash, logIndex } = log
    return [{ ...transfer, transaction, blockNumber, blockHash, logIndex, occurrence }]
  })
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
