import { type AbiEvent, encodeAbiParameters, keccak256, parseAbi, toEventSelector, toHex } from 'viem'
import type { Hex } from '../../shared/bytes.ts'
import type { EventLog, Network, Rpc } from '../chain.ts'
import { RpcRejected, RpcUnreachable } from '../chain.ts'
import { findNetwork } from '../networks.ts'
import type { FollowedChain } from './index-definition.ts'
import { identityRegistry, reputationRegistry } from '../known/registries.ts'

/** The events of ERC-8004's registries and of tokens, as in their sources. */
export const eventsAbi = parseAbi([
  'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)',
  'event MetadataSet(uint256 indexed agentId, string indexed indexedMetadataKey, string metadataKey, bytes metadataValue)',
  'event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  'event NewFeedback(uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, int128 value, uint8 valueDecimals, string indexed indexedTag1, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)',
  'event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex)',
  'event ResponseAppended(uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, address indexed responder, string responseURI, bytes32 responseHash)',
])
const tokenAbi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])

export type EmittedLog = Pick<EventLog, 'address' | 'topics' | 'data'>

const selectors = new Map<AbiEvent, Hex>()
const textHashes = new Map<string, Hex>()

/** Tests make the same few hashes thousands of times. */
function remember<K>(hashes: Map<K, Hex>, key: K, hash: (key: K) => Hex): Hex {
  const known = hashes.get(key) ?? hash(key)
  hashes.set(key, known)
  return known
}

function eventLog(address: Hex, abi: readonly AbiEvent[], eventName: string, args: Record<string, unknown>): EmittedLog {
  const event = abi.find(({ name }) => name === eventName)!
  const indexed = event.inputs.filter((input) => 'indexed' in input && input.indexed)
  const plain = event.inputs.filter((input) => !indexed.includes(input))
  const topics = indexed.map((input) => {
    const value = args[input.name!]
    if (input.type === 'string') return remember(textHashes, value as string, (text) => keccak256(toHex(text)))
    return encodeAbiParameters([input], [value] as never)
  })
  return {
    address,
    topics: [remember(selectors, event, toEventSelector), ...topics],
    data: encodeAbiParameters(plain, plain.map(({ name }) => args[name!]) as never),
  }
}

export const identityEvent = (name: string, args: Record<string, unknown>) => eventLog(identityRegistry, eventsAbi, name, args)
export const reputationEvent = (name: string, args: Record<string, unknown>) => eventLog(reputationRegistry, eventsAbi, name, args)
export const transferEvent = (token: Hex, from: Hex, to: Hex, value: bigint) => eventLog(token, tokenAbi, 'Transfer', { from, to, value })

export const account = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`
export const zero = account(0)

interface SimulatedBlock {
  readonly number: number
  readonly hash: Hex
  readonly logs: readonly EmittedLog[]
  /** Of the transaction of each log; made when the logs are first asked for. */
  transactionHashes?: readonly Hex[]
}

export interface Faults {
  /** Every n-th call fails. */
  failEvery?: number
  /** A request with more logs than this is refused; with `silent`, the answer is cut off instead. */
  cap?: number
  silent?: boolean
  /** Larger ranges of blocks are refused. */
  maxBlocks?: number
  /** Falsifies an answer to eth_getLogs. */
  lie?: (logs: Record<string, unknown>[], range: { from: number; to: number }) => unknown
  /** Answers as if this many of the newest blocks did not exist. */
  lag?: number
  noReceipts?: boolean
  /** Logs contain the time of their block. */
  logTimes?: boolean
  /** Called before each call is answered. */
  onCall?: (method: string) => void
}

export interface SimulatedChain {
  readonly chain: FollowedChain
  readonly faults: Faults
  /** Number of calls by method. */
  readonly calls: Map<string, number>
  /** Mines one block with these logs. */
  mine(...logs: readonly EmittedLog[]): void
  /** Replaces the newest blocks by others, as many unless `blocks` says otherwise. */
  reorganise(depth: number, logsOf: (number: number) => readonly EmittedLog[], blocks?: number): void
  head(): number
  answer(method: string, params: readonly unknown[]): unknown
}

/** Time of a block, in unix seconds. */
export const timeOf = (number: number): number => 1_700_000_000 + number * 2

/** Blocks below the head that are not final. */
export const unfinalBlocks = 20

/** A chain in memory with a node that can fail, lag and lie. The registries exist since block 3. */
export function simulatedChain(network: Network = findNetwork('eip155:8453')!): SimulatedChain {
  const faults: Faults = {}
  const calls = new Map<string, number>()
  const blocks: SimulatedBlock[] = []
  let fork = 0
  let asked = 0

  function append(logs: readonly EmittedLog[]): void {
    const number = blocks.length
    blocks.push({ number, logs, hash: keccak256(toHex(`${network.id} ${number} ${fork} ${blocks.at(-1)?.hash}`)) })
  }
  append([])

  const highest = () => Math.max(0, blocks.length - 1 - (faults.lag ?? 0))

  function numberOf(tag: unknown): number {
    if (tag === 'latest') return highest()
    if (tag === 'finalized') return Math.max(0, highest() - unfinalBlocks)
    return Number(tag)
  }

  function header(tag: unknown): unknown {
    const number = numberOf(tag)
    const block = number <= highest() ? blocks[number] : undefined
    return block ? { number: toHex(number), hash: block.hash, timestamp: toHex(timeOf(number)), baseFeePerGas: '0x1' } : null
  }

  function written(block: SimulatedBlock): Record<string, unknown>[] {
    const { number, hash, logs } = block
    const transactions = (block.transactionHashes ??= logs.map((_, index) => keccak256(toHex(`${hash} ${index}`))))
    return logs.map((log, index) => ({
      ...log,
      logIndex: toHex(index),
      transactionHash: transactions[index],
      blockNumber: toHex(number),
      blockHash: hash,
      ...(faults.logTimes ? { blockTimestamp: toHex(timeOf(number)) } : {}),
      removed: false,
    }))
  }

  function getLogs(filter: { address: readonly Hex[]; topics: readonly (readonly Hex[] | null)[]; fromBlock: Hex; toBlock: Hex }): unknown {
    const [from, to] = [Number(filter.fromBlock), Math.min(Number(filter.toBlock), highest())]
    if (faults.maxBlocks !== undefined && to - from >= faults.maxBlocks)
      throw new RpcRejected(-32_614, 'eth_getLogs is limited to a 10,000 range')
    const found = blocks
      .slice(from, to + 1)
      .flatMap(written)
      .filter(({ address }) => filter.address.includes(address as Hex))
      .filter(({ topics }) => filter.topics.every((wanted, at) => wanted === null || wanted.includes((topics as Hex[])[at]!)))
    if (faults.cap !== undefined && found.length > faults.cap) {
      if (!faults.silent) throw new RpcRejected(-32_005, `query returned more than ${faults.cap} results`)
      return found.slice(0, faults.cap)
    }
    return faults.lie ? (faults.lie(found, { from, to }) ?? found) : found
  }

  function receipts(tag: unknown): unknown {
    const block = blocks[numberOf(tag)]
    if (faults.noReceipts) throw new RpcRejected(-32_601, 'method not found')
    if (!block) return null
    return written(block).map((log) => ({
      transactionHash: log['transactionHash'],
      status: '0x1',
      blockNumber: toHex(block.number),
      blockHash: block.hash,
      gasUsed: '0x1',
      logs: [log],
    }))
  }

  function answer(method: string, params: readonly unknown[]): unknown {
    faults.onCall?.(method)
    calls.set(method, (calls.get(method) ?? 0) + 1)
    asked += 1
    if (faults.failEvery !== undefined && asked % faults.failEvery === 0) throw new RpcUnreachable('no RPC node answered: HTTP 502')
    if (method === 'eth_getBlockByNumber') return header(params[0])
    if (method === 'eth_getLogs') return getLogs(params[0] as never)
    if (method === 'eth_getBlockReceipts') return receipts(params[0])
    if (method === 'eth_getCode') return numberOf(params[1]) >= 3 ? '0x60' : '0x'
    throw new RpcRejected(-32_601, `method not found: ${method}`)
  }

  const rpc: Rpc = { call: async <T>(method: string, params: readonly unknown[]) => answer(method, params) as T }
  return {
    faults,
    calls,
    answer,
    chain: {
      network,
      rpc,
      finalBlock: async () => BigInt(Number((answer('eth_getBlockByNumber', ['finalized']) as { number: Hex }).number)),
    },
    mine: (...logs) => append(logs),
    reorganise(depth, logsOf, count = depth) {
      fork += 1
      blocks.length = Math.max(1, blocks.length - depth)
      for (let at = 0; at < count; at++) append(logsOf(blocks.length))
    },
    head: () => blocks.length - 1,
  }
}
