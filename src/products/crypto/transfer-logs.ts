import { junk, members } from '../../chain/node-answers.ts'
import type { Hex } from '../../shared/bytes.ts'

/** A Transfer event of a token. Addresses in lower case. */
export interface Transfer {
  readonly from: Hex
  readonly to: Hex
  /** Base units. */
  readonly value: bigint
  readonly block: number
}

export interface TransferLogs {
  /** Of the token, in the form of ERC-20, in the order of the chain. */
  readonly transfers: readonly Transfer[]
  /** Logs in the answer, whatever they are. */
  readonly count: number
}

interface Placed extends Transfer {
  readonly index: number
}

/** More are no history of a call: reading and adding up so many takes a fifth of a second in which nobody else is served. */
export const mostTransfers = 20_000

/**
 * Reads what a node answered for the Transfer events of a token. There may be tens of thousands, so no more of each is looked at than is
 * needed: events are compared with balances afterwards, and decide nothing about money. Of too many only their number is told.
 * @throws RpcUnreachable for what makes no sense
 */
export function readTransferLogs(answer: unknown, token: Hex): TransferLogs {
  if (!Array.isArray(answer)) throw junk('logs')
  if (answer.length > mostTransfers) return { transfers: [], count: answer.length }
  const placed: Placed[] = []
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

function isBefore(one: Placed, other: Placed): boolean {
  return one.block === other.block ? one.index < other.index : one.block < other.block
}

const word = /^0x[0-9a-fA-F]{64}$/

/** Null for one that a reorganisation took away, or that is of another contract or another form. */
function readTransfer(
  { address, topics, data, blockNumber, logIndex, removed }: Readonly<Record<string, unknown>>,
  token: Hex,
): Placed | null {
  if (!Array.isArray(topics) || typeof address !== 'string' || typeof data !== 'string') throw junk('log')
  if (removed === true || topics.length !== 3 || data.length !== 66 || address.toLowerCase() !== token) return null
  const [, from, to] = topics as unknown[]
  if (typeof from !== 'string' || typeof to !== 'string' || !word.test(from) || !word.test(to) || !word.test(data)) throw junk('log')
  const [block, index] = [Number(blockNumber), Number(logIndex)]
  if (!Number.isSafeInteger(block) || !Number.isSafeInteger(index) || block < 0) throw junk('log')
  return { from: addressOf(from), to: addressOf(to), value: BigInt(data), block, index }
}

function addressOf(topic: string): Hex {
  return `0x${topic.slice(26).toLowerCase()}`
}
