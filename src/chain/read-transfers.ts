import type { Hex } from '../shared/bytes.ts'
import { addressTopic, topics } from './abi.ts'
import type { Chain, EventLog } from './chain.ts'
import { RangeRefused, readLogRange, type LogFilter } from './indexes/read-log-range.ts'
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

/** Nodes search so many blocks at once at least. */
const windowBlocks = 2_000n
const windowsAtOnce = 3

/**
 * All transfers to, or from, some addresses in a span of blocks, both ends included, window by window. Three windows are asked for at once.
 * A window that a node refuses is asked for in halves.
 * @throws RpcUnreachable, RpcRejected
 */
export async function* readTransfers(
  chain: Chain,
  which: { readonly to: readonly Hex[] } | { readonly from: readonly Hex[] },
  span: { readonly from: bigint; readonly to: bigint },
): AsyncGenerator<TransferWindow> {
  const parties = ('to' in which ? which.to : which.from).map(addressTopic)
  const indexed = 'to' in which ? [null, parties] : [parties, null]
  const filter: LogFilter = { addresses: [chain.network.asset.toLowerCase() as Hex], events: [topics.transfer], indexed }
  for (let next = span.from; next <= span.to; next += windowBlocks * BigInt(windowsAtOnce)) {
    const windows = Array.from({ length: windowsAtOnce }, (_, index) => next + BigInt(index) * windowBlocks)
      .filter((from) => from <= span.to)
      .map((from) => ({ from, to: min(from + windowBlocks - 1n, span.to) }))
    const read = await Promise.all(windows.map(({ from, to }) => logsOf(chain, filter, from, to)))
    for (const [index, { from, to }] of windows.entries()) yield { from, to, transfers: transfersIn(read[index]!) }
  }
}

async function logsOf(chain: Chain, filter: LogFilter, from: bigint, to: bigint): Promise<EventLog[]> {
  try {
    return await readLogRange(chain.rpc, filter, from, to)
  } catch (error) {
    if (!(error instanceof RangeRefused)) throw error
    const middle = (from + to) / 2n
    return [...(await logsOf(chain, filter, from, middle)), ...(await logsOf(chain, filter, middle + 1n, to))]
  }
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
