import type { Hex } from '../../shared/bytes.ts'
import { type Log, type Rpc, RpcUnreachable } from '../chain.ts'
import { junk, quantity, readLogs, readReceipt } from '../node-answers.ts'
import { asksForLess } from './asks-for-less.ts'

/** Logs of these contracts with one of these events. Lower case. */
export interface LogFilter {
  readonly addresses: readonly Hex[]
  readonly events: readonly Hex[]
  /** What the topics behind the event must be, one of several each; null where any will do. */
  readonly indexed?: readonly (readonly Hex[] | null)[]
}

/** The node does not give the logs of so many blocks at once. */
export class RangeRefused extends Error {
  override readonly name = 'RangeRefused'
  /** The newest block of an answer that may have been cut off. */
  readonly reached: bigint | null
  constructor(message: string, options: { readonly cause?: unknown; readonly reached?: bigint }) {
    super(message, options)
    this.reached = options.reached ?? null
  }
}

/** Longer than calls that somebody waits for: a node searches many blocks. */
export const indexTimeoutMs = 15_000

/**
 * All logs of a filter from one block to another one, both included, in the order of the chain, each once. What does not
 * fit the question, or itself, is junk: the node is mixed up, and what it left out can't be known.
 * @throws RangeRefused when fewer blocks are to be asked for; never for a single block.
 * @throws RpcUnreachable, RpcRejected
 */
export async function readLogRange(rpc: Rpc, filter: LogFilter, from: bigint, to: bigint): Promise<Log[]> {
  const asked = {
    address: filter.addresses,
    topics: [filter.events, ...(filter.indexed ?? [])],
    fromBlock: quantity(from),
    toBlock: quantity(to),
  }
  let answer: unknown
  try {
    answer = await rpc.call('eth_getLogs', [asked], { timeoutMs: indexTimeoutMs, alone: true })
  } catch (error) {
    if (!asksForLess(error)) throw error
    if (from < to) throw new RangeRefused('the node refused the range', { cause: error })
    return inOrder(await logsOfBlock(rpc, filter, from), filter, from, to)
  }
  const logs = inOrder(readLogs(answer), filter, from, to)
  if (!looksCutOff(logs.length)) return logs
  if (from < to) throw new RangeRefused('the answer may be cut off', { reached: logs.at(-1)?.blockNumber ?? to })
  // A block that has exactly so many logs is rarer than a node that gives no more; its receipts tell, where they can be had.
  const whole = await logsOfBlock(rpc, filter, from).catch(() => [])
  return whole.length > logs.length ? inOrder(whole, filter, from, to) : logs
}

/** Some nodes stop at a round number of logs and don't say so. */
function looksCutOff(logs: number): boolean {
  return logs > 0 && logs % 100 === 0
}

/** For a block with more logs than the node gives at once. */
async function logsOfBlock(rpc: Rpc, filter: LogFilter, number: bigint): Promise<Log[]> {
  const answer = await rpc.call('eth_getBlockReceipts', [quantity(number)], { timeoutMs: indexTimeoutMs, alone: true })
  if (!Array.isArray(answer)) throw junk('block receipts')
  const logs = answer.flatMap((receipt) => readReceipt(receipt).logs)
  return logs.filter((log) => passes(log, filter))
}

function passes({ address, topics: [event, ...rest] }: Log, { addresses, events, indexed = [] }: LogFilter): boolean {
  if (!addresses.includes(address) || event === undefined || !events.includes(event)) return false
  return indexed.every((wanted, at) => wanted === null || wanted.includes(rest[at] ?? '0x'))
}

function inOrder(logs: readonly Log[], filter: LogFilter, from: bigint, to: bigint): Log[] {
  const byPlace = new Map<string, Log>()
  const hashes = new Map<bigint, Hex>()
  for (const log of logs) {
    const { blockNumber, blockHash, logIndex, transactionHash } = log
    if (blockNumber < from || blockNumber > to || !passes(log, filter)) throw mixedUp()
    if ((hashes.get(blockNumber) ?? blockHash) !== blockHash) throw mixedUp()
    hashes.set(blockNumber, blockHash)
    const place = `${blockNumber}:${logIndex}`
    const same = byPlace.get(place)
    if (same && (same.transactionHash !== transactionHash || same.data !== log.data)) throw mixedUp()
    byPlace.set(place, log)
  }
  return [...byPlace.values()].sort((one, other) =>
    one.blockNumber === other.blockNumber ? one.logIndex - other.logIndex : one.blockNumber < other.blockNumber ? -1 : 1,
  )
}

function mixedUp(): RpcUnreachable {
  return new RpcUnreachable("the node's logs do not fit the question")
}
