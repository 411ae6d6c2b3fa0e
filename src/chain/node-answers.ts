import { type Hex, isHex } from '../shared/bytes.ts'
import { lastSecond } from '../shared/clock.ts'
import { type Block, type EventLog, RpcUnreachable, type TransactionReceipt } from './chain.ts'

type Members = Readonly<Record<string, unknown>>

/** A number in the form of JSON-RPC: 0x and hex digits. */
export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

/** Reads a number in that form. @throws RpcUnreachable for anything else. */
export function readQuantity(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw invalidAnswer(what)
  return BigInt(value)
}

function readSmall(value: unknown, what: string): number {
  const number = readQuantity(value, what)
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw invalidAnswer(what)
  return Number(number)
}

/** A block number. It must be a safe integer, because it is stored and answered as a plain number. */
export function readHeight(value: unknown): bigint {
  return BigInt(readSmall(value, 'block number'))
}

/** Unix seconds that can be written as a date, because answers contain them as dates. */
function readTime(value: unknown, what: string): bigint {
  const seconds = readQuantity(value, what)
  if (seconds > BigInt(lastSecond)) throw invalidAnswer(what)
  return seconds
}

export function readAccountNonce(value: unknown): number {
  return readSmall(value, 'account nonce')
}

/** Lower-case hex of exactly this many bytes. */
export function readBytes(value: unknown, length: number, what: string): Hex {
  if (typeof value !== 'string' || value.length !== 2 + 2 * length || !isHex(value)) throw invalidAnswer(what)
  return value.toLowerCase() as Hex
}

export function readBlock(value: unknown): Block {
  const block = members(value, 'block')
  return {
    number: readHeight(block.number),
    hash: readBytes(block.hash, 32, 'block hash'),
    timestamp: readTime(block.timestamp, 'block timestamp'),
    baseFee: block.baseFeePerGas === undefined || block.baseFeePerGas === null ? null : readQuantity(block.baseFeePerGas, 'base fee'),
  }
}

export function readReceipt(value: unknown): TransactionReceipt {
  const receipt = members(value, 'receipt')
  if (!Array.isArray(receipt.logs)) throw invalidAnswer('receipt logs')
  return {
    hash: readBytes(receipt.transactionHash, 32, 'transaction hash'),
    status: readQuantity(receipt.status, 'receipt status') === 1n ? 'success' : 'reverted',
    blockNumber: readHeight(receipt.blockNumber),
    blockHash: readBytes(receipt.blockHash, 32, 'block hash'),
    gasUsed: readQuantity(receipt.gasUsed, 'gas used'),
    // Missing in old receipts of some chains.
    effectiveGasPrice: receipt.effectiveGasPrice === undefined ? 0n : readQuantity(receipt.effectiveGasPrice, 'gas price'),
    ...(receipt.l1Fee === undefined || receipt.l1Fee === null ? {} : { dataFee: readQuantity(receipt.l1Fee, 'data fee') }),
    logs: receipt.logs.map(readLog),
  }
}

/** Logs of eth_getLogs, without those that a reorganisation removed. */
export function readLogs(value: unknown): EventLog[] {
  if (!Array.isArray(value)) throw invalidAnswer('logs')
  return value.filter((log) => members(log, 'log').removed !== true).map(readLog)
}

function readLog(value: unknown): EventLog {
  const log = members(value, 'log')
  if (!Array.isArray(log.topics) || typeof log.data !== 'string' || !isHex(log.data)) throw invalidAnswer('log')
  return {
    address: readBytes(log.address, 20, 'log address'),
    topics: log.topics.map((topic) => readBytes(topic, 32, 'log topic')),
    data: log.data.toLowerCase() as Hex,
    logIndex: readSmall(log.logIndex, 'log index'),
    transactionHash: readBytes(log.transactionHash, 32, 'transaction hash'),
    blockNumber: readHeight(log.blockNumber),
    blockHash: readBytes(log.blockHash, 32, 'block hash'),
    ...(log.blockTimestamp === undefined || log.blockTimestamp === null
      ? {}
      : { blockTime: readTime(log.blockTimestamp, 'timestamp of a log') }),
  }
}

/** The members of an object in a node's answer. */
export function members(value: unknown, what: string): Members {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw invalidAnswer(what)
  return value as Members
}

/** An answer that is not valid counts as none. */
export function invalidAnswer(what: string): RpcUnreachable {
  return new RpcUnreachable(`the node's answer for ${what} is not valid`)
}
