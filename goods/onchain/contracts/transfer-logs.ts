import type { Hex } from '../../../src/goods/kit/evm.ts'
import { invalidAnswer, members } from '../../../src/goods/kit/rpc.ts'

/** A Transfer event of a token. Addresses in lower case. */
export interface Transfer {
  readonly from: Hex
  readonly to: Hex
  /** Base units. */
  readonly value: bigint
  readonly block: number
}

export interface TransferLogs {
  /** ERC-20 transfers of the token, in the order of the chain. */
  readonly transfers: readonly Transfer[]
  /** All logs in the answer, of whatever form. */
  readonly count: number
}

interface PlacedTransfer extends Transfer {
  readonly index: number
}

/** Reading and adding up this many takes a fifth of a second, in which no other call is served. More are refused. */
export const maxTransfers = 20_000

/**
 * Reads a node's answer to a question for the Transfer events of a token. There may be tens of thousands, so only the needed fields
 * of each are checked: no money depends on them, and they are compared with balances afterwards. Above `maxTransfers` only the
 * count is returned.
 * @throws RpcUnreachable for an invalid answer
 */
export function readTransferLogs(answer: unknown, token: Hex): TransferLogs {
  if (!Array.isArray(answer)) throw invalidAnswer('logs')
  if (answer.length > maxTransfers) return { transfers: [], count: answer.length }
  const placed: PlacedTransfer[] = []
  let inOrder = true
  for (const given of answer as unknown[]) {
    const transfer = readTransfer(members(given, 'log'), token)
    if (!transfer) continue
    const before = placed.at(-1)
    if (before && isBefore(transfer, before)) inOrder = false
    placed.push(transfer)
  }
  if (!inOrder) placed.sort((one, other) => (isBefore(one, other) ? -1 : 1))
  return { transfers: placed, count: answer.length }
}

function isBefore(one: PlacedTransfer, other: PlacedTransfer): boolean {
  return one.block === other.block ? one.index < other.index : one.block < other.block
}

const word = /^0x[0-9a-fA-F]{64}$/

/** Null for a log that a reorganisation removed, of another contract, or of another form. */
function readTransfer(
  { address, topics, data, blockNumber, logIndex, removed }: Readonly<Record<string, unknown>>,
  token: Hex,
): PlacedTransfer | null {
  if (!Array.isArray(topics) || typeof address !== 'string' || typeof data !== 'string') throw invalidAnswer('log')
  if (removed === true || topics.length !== 3 || data.length !== 66 || address.toLowerCase() !== token) return null
  const [, from, to] = topics as unknown[]
  if (typeof from !== 'string' || typeof to !== 'string' || !word.test(from) || !word.test(to) || !word.test(data))
    throw invalidAnswer('log')
  const [block, index] = [Number(blockNumber), Number(logIndex)]
  if (!Number.isSafeInteger(block) || !Number.isSafeInteger(index) || block < 0) throw invalidAnswer('log')
  return { from: addressOf(from), to: addressOf(to), value: BigInt(data), block, index }
}

function addressOf(topic: string): Hex {
  return `0x${topic.slice(26).toLowerCase()}`
}
