import type { Hex } from '../../shared/bytes.ts'
import { type EventLog, type Rpc, RpcUnreachable } from '../chain.ts'
import { invalidAnswer, quantity, readLogs, readReceipt } from '../node-answers.ts'
import { isRangeTooLarge } from './range-too-large.ts'
import type { OwnTurn } from './turn-queue.ts'

/** Logs of these contracts with one of these events. Lower case. */
export interface LogFilter {
  readonly addresses: readonly Hex[]
  readonly events: readonly Hex[]
  /** The topics after the event, each one of several; null where any topic matches. */
  readonly indexed?: readonly (readonly Hex[] | null)[]
}

/** The node does not return the logs of so many blocks at once. */
export class RangeRefused extends Error {
  override readonly name = 'RangeRefused'
  /** The newest block in an answer that may have been cut off. */
  readonly reached: bigint | null
  constructor(message: string, options: { readonly cause?: unknown; readonly reached?: bigint }) {
    super(message, options)
    this.reached = options.reached ?? null
  }
}

/** Longer than for calls of a waiting caller, because the node searches many blocks. */
export const indexTimeoutMs = 15_000

/**
 * All logs of a filter from one block to another, both included, in chain order, each once. Logs that do not match the
 * request, or contradict each other, make the answer invalid: such a node may have omitted any log.
 * @param maxBytes of an answer; where it has more, the caller should ask for fewer blocks
 * @throws RangeRefused when the caller should ask for fewer blocks; never for a single block.
 * @throws RpcUnreachable, RpcRejected
 */
export async function readLogRange(
  rpc: Rpc,
  filter: LogFilter,
  from: bigint,
  to: bigint,
  ownTurn?: OwnTurn,
  maxBytes?: number,
): Promise<EventLog[]> {
  const asked = {
    address: filter.addresses,
    topics: [filter.events, ...(filter.indexed ?? [])],
    fromBlock: quantity(from),
    toBlock: quantity(to),
  }
  // The logs of a single block come as they are.
  const limit = maxBytes === undefined || from === to ? {} : { maxBytes }
  let answer: unknown
  try {
    answer = await rpc.call('eth_getLogs', [asked], { timeoutMs: indexTimeoutMs, alone: true, ...limit })
  } catch (error) {
    if (!isRangeTooLarge(error)) throw error
    if (from < to) throw new RangeRefused('the node refused the range', { cause: error })
    return inOrder(await logsOfBlock(rpc, filter, from), filter, from, to)
  }
  await ownTurn?.()
  const logs = inOrder(readLogs(answer), filter, from, to)
  if (!looksCutOff(logs.length)) return logs
  if (from < to) throw new RangeRefused('the answer may be cut off', { reached: logs.at(-1)?.blockNumber ?? to })
  // A block with exactly so many logs is rarer than a node with such a limit. The receipts decide, if the node has them.
  const whole = await logsOfBlock(rpc, filter, from).catch(() => [])
  return whole.length > logs.length ? inOrder(whole, filter, from, to) : logs
}

/** Some nodes silently stop at a round number of logs. */
function looksCutOff(logs: number): boolean {
  return logs > 0 && logs % 100 === 0
}

/** For a block with more logs than the node returns at once. */
async function logsOfBlock(rpc: Rpc, filter: LogFilter, number: bigint): Promise<EventLog[]> {
  const answer = await rpc.call('eth_getBlockReceipts', [quantity(number)], { timeoutMs: indexTimeoutMs, alone: true })
  if (!Array.isArray(answer)) throw invalidAnswer('block receipts')
  const logs = answer.flatMap((receipt) => readReceipt(receipt).logs)
  return logs.filter((log) => passes(log, filter))
}

function passes({ address, topics: [event, ...rest] }: EventLog, { addresses, events, indexed = [] }: LogFilter): boolean {
  if (!addresses.includes(address) || event === undefined || !events.includes(event)) return false
  return indexed.every((wanted, at) => wanted === null || wanted.includes(rest[at] ?? '0x'))
}

function inOrder(logs: readonly EventLog[], filter: LogFilter, from: bigint, to: bigint): EventLog[] {
  const byPlace = new Map<string, EventLog>()
  const hashes = new Map<bigint, Hex>()
  for (const log of logs) {
    const { blockNumber, blockHash, logIndex, transactionHash } = log
    if (blockNumber < from || blockNumber > to || !passes(log, filter)) throw mismatch()
    if ((hashes.get(blockNumber) ?? blockHash) !== blockHash) throw mismatch()
    hashes.set(blockNumber, blockHash)
    const place = `${blockNumber}:${logIndex}`
    const same = byPlace.get(place)
    if (same && (same.transactionHash !== transactionHash || same.data !== log.data)) throw mismatch()
    byPlace.set(place, log)
  }
  return [...byPlace.values()].sort((one, other) =>
    one.blockNumber === other.blockNumber ? one.logIndex - other.logIndex : one.blockNumber < other.blockNumber ? -1 : 1,
  )
}

function mismatch(): RpcUnreachable {
  return new RpcUnreachable("the node's logs do not match the request")
}
