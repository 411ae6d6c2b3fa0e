import type { Chain, Hex } from '../../../src/goods/kit/evm.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'
import {
  addressTopic,
  type Block,
  type EventLog,
  invalidAnswer,
  quantity,
  readBlock,
  type Rpc,
  topics,
} from '../../../src/goods/kit/rpc.ts'
import { budgetedRpc } from './budgeted-rpc.ts'
import type { SpanMemory } from './question-size.ts'
import { type Cut, type LogsBack, readLogsBack } from './read-logs-back.ts'

export type { SpanMemory }

/** A transfer of the network's USDC from or to a wallet. All hex is lower case. */
export interface WalletTransfer {
  /** `self` for a transfer to itself. */
  readonly direction: 'in' | 'out' | 'self'
  readonly counterparty: Hex
  /** Base units. Anybody can make a transfer of 0 in the wallet's name, in either direction. */
  readonly amount: bigint
  readonly block: bigint
  /** Unix seconds. */
  readonly time: number
  readonly transaction: Hex
  readonly logIndex: number
}

export interface WalletHistory {
  /** Newest first, each once. */
  readonly transfers: readonly WalletTransfer[]
  /** No transfer of this block or a later one is missing. `time` in Unix seconds. */
  readonly completeFrom: { readonly block: bigint; readonly time: number }
  /** The newest block that was read. */
  readonly head: { readonly block: bigint; readonly time: number }
  /**
   * Why it does not reach back to the chain's first block: the caps ask for no more blocks (`blocks`), or a cap on transfers,
   * questions or time stopped it early, or the node stopped answering. Null where it does reach back.
   */
  readonly cappedBy: Cut | null
}

export interface HistoryCaps {
  /** How far back, converted to blocks at the chain's usual block time; null for the whole chain. */
  readonly days: number | null
  /** The newest transfers in each direction, in whole blocks. */
  readonly logs: number
  /** Questions for logs, half of them for each direction. */
  readonly requests: number
  /** Blocks whose time is asked for, where the node does not give it with the logs. */
  readonly times: number
  /** Milliseconds after which no question for logs is asked. */
  readonly ms: number
  /** For one answer, in milliseconds. */
  readonly answerMs: number
}

export interface HistoryParts {
  readonly signal: AbortSignal
  readonly caps: HistoryCaps
  readonly clock: Clock
  /** How many blocks the nodes search at once, kept from one reading to the next. */
  readonly spans: SpanMemory
}

/** The most questions that one reading asks: those that are capped, and one each for the newest and the oldest block. */
export function maxHistoryQuestions({ requests, times }: HistoryCaps): number {
  return requests + times + 2
}

/**
 * A wallet's own USDC transfers, from the newest back as far as the caps allow.
 * @throws RpcUnreachable or RpcRejected when nothing could be read; the signal's reason when it aborts before that
 */
export function readWalletHistory(chain: Pick<Chain, 'network' | 'rpc'>, address: Hex, parts: HistoryParts): Promise<WalletHistory> {
  return readTransfers(chain, [address], null, parts)
}

/**
 * The USDC transfers between some wallets and some others, as the wallets see them. Lower-case addresses.
 * @throws as `readWalletHistory` does
 */
export function readTransfersBetween(
  chain: Pick<Chain, 'network' | 'rpc'>,
  wallets: readonly Hex[],
  others: readonly Hex[],
  parts: HistoryParts,
): Promise<WalletHistory> {
  return readTransfers(chain, wallets, others, parts)
}

async function readTransfers(
  chain: Pick<Chain, 'network' | 'rpc'>,
  wallets: readonly Hex[],
  others: readonly Hex[] | null,
  { caps, clock, signal, spans }: HistoryParts,
): Promise<WalletHistory> {
  const { network } = chain
  const limits = { signal, timeoutMs: caps.answerMs }
  const startedAt = clock.now()
  const plain = budgetedRpc(chain.rpc, caps.times + 2, limits)
  const head = readBlock(await plain.call('eth_getBlockByNumber', ['latest', false]))
  const wished = caps.days === null ? head.number : BigInt(Math.ceil((caps.days * 86_400_000) / network.blockMs))
  const from = head.number > wished ? head.number - wished : 0n
  const read = (direction: 'in' | 'out'): Promise<LogsBack> =>
    readLogsBack(budgetedRpc(chain.rpc, Math.floor(caps.requests / 2), limits), transfersOf(network.asset, wallets, others, direction), {
      from,
      to: head.number,
      maxLogs: caps.logs,
      isTooLate: () => clock.now() - startedAt > caps.ms,
      spans,
      key: `${network.id} ${others === null ? '' : 'between '}${direction}`,
    })
  const both = await Promise.all([read('out'), read('in')])
  const [shorter, longer] = both[0].completeFrom > both[1].completeFrom ? both : ([both[1], both[0]] as const)
  const cut = shorter.cut ?? longer.cut ?? (from > 0n ? 'blocks' : null)
  const logs = joined(both, shorter.completeFrom)
  return timed(plain, new Set(wallets.map(addressTopic)), head, { logs, completeFrom: shorter.completeFrom, cut }, caps.times)
}

function transfersOf(asset: Hex, wallets: readonly Hex[], others: readonly Hex[] | null, direction: 'in' | 'out') {
  const mine = wallets.map(addressTopic)
  const theirs = others?.map(addressTopic) ?? null
  return {
    addresses: [asset.toLowerCase() as Hex],
    events: [topics.transfer] as Hex[],
    indexed: direction === 'out' ? [mine, theirs] : [theirs, mine],
  }
}

/** Joins both directions. A transfer to itself is in both and is kept once. */
function joined(both: readonly LogsBack[], completeFrom: bigint): EventLog[] {
  const byPlace = new Map<string, EventLog>()
  for (const log of both.flatMap(({ logs }) => logs))
    if (log.blockNumber >= completeFrom) byPlace.set(`${log.blockNumber}:${log.logIndex}`, log)
  return [...byPlace.values()].sort((one, other) => Number(other.blockNumber - one.blockNumber) || other.logIndex - one.logIndex)
}

/** Gives every transfer its time. Leaves out older transfers whose times would need more questions than `maxTimes`. */
async function timed(rpc: Rpc, mine: ReadonlySet<Hex>, head: Block, read: LogsBack, maxTimes: number): Promise<WalletHistory> {
  const times = new Map<bigint, number>([[head.number, Number(head.timestamp)]])
  for (const { blockNumber, blockTime } of read.logs) if (blockTime !== undefined) times.set(blockNumber, Number(blockTime))
  const untimed = [...new Set(read.logs.map(({ blockNumber }) => blockNumber))].filter((block) => !times.has(block))
  const tooOld = untimed[maxTimes]
  const completeFrom = tooOld === undefined ? read.completeFrom : tooOld + 1n
  const asked = untimed.slice(0, maxTimes)
  // Where nothing was read, `completeFrom` is a block that does not exist yet.
  const oldest = completeFrom > head.number ? head.number : completeFrom
  if (!times.has(oldest) && !asked.includes(oldest)) asked.push(oldest)
  // Asked in the same tick, so that they go out as one request.
  await Promise.all(asked.map(async (block) => times.set(block, await timeOf(rpc, block))))
  const transfers = read.logs.filter(({ blockNumber }) => blockNumber >= completeFrom).map((log) => transferOf(log, mine, times))
  return {
    transfers,
    completeFrom: { block: completeFrom, time: times.get(oldest) ?? 0 },
    head: { block: head.number, time: Number(head.timestamp) },
    cappedBy: tooOld === undefined ? read.cut : 'requests',
  }
}

async function timeOf(rpc: Rpc, number: bigint): Promise<number> {
  const block = readBlock(await rpc.call('eth_getBlockByNumber', [quantity(number), false]))
  if (block.number !== number) throw invalidAnswer('block')
  return Number(block.timestamp)
}

function transferOf(log: EventLog, mine: ReadonlySet<Hex>, times: ReadonlyMap<bigint, number>): WalletTransfer {
  const [, from, to] = log.topics
  if (from === undefined || to === undefined || !/^0x[0-9a-f]{64}$/.test(log.data)) throw invalidAnswer('transfer')
  const direction = from === to ? 'self' : mine.has(from) ? 'out' : 'in'
  return {
    direction,
    counterparty: `0x${(direction === 'in' ? from : to).slice(-40)}`,
    amount: BigInt(log.data),
    block: log.blockNumber,
    time: times.get(log.blockNumber) ?? 0,
    transaction: log.transactionHash,
    logIndex: log.logIndex,
  }
}
