import type { Hex } from '../../../src/goods/kit/evm.ts'
import { zeroAddress } from '../../../src/goods/kit/known-addresses.ts'
import { isRangeTooLarge } from '../../../src/goods/kit/rpc.ts'
import type { ContractReader } from '../contracts/contract-reader.ts'
import { maxTransfers, type Transfer, type TransferLogs } from '../contracts/transfer-logs.ts'

export interface TransferHistory {
  /** In the order of the chain. */
  readonly transfers: readonly Transfer[]
  /** Why these are not all transfers since the token began, but at best the newest; null where they are all. */
  readonly cut: string | null
}

/** Questions to the node for one history. */
export const maxLogQuestions = 12
/** Where the node refuses the whole history, at least the receivers in these blocks are known. */
const newestBlocks = 100n

interface Range {
  readonly from: bigint
  readonly to: bigint
}

/**
 * All transfers of a token. The first question is for the whole chain. A node that refuses it is asked for the oldest 7/8 of the
 * blocks, the newest 1/64 and what lies between, at the same time, because most tokens are young. Ranges that it refuses again are
 * halved until the questions are used up.
 * @throws RpcUnreachable, RpcRejected, OutOfTime
 */
export async function readTransfers(node: ContractReader, token: Hex): Promise<TransferHistory> {
  const { number: head } = node.block
  const pieces = new Map<bigint, readonly Transfer[]>()
  let asked = 0
  let count = 0
  let open: Range[] = [{ from: 0n, to: head }]
  while (open.length > 0) {
    asked += open.length
    const answers = await Promise.all(open.map((range) => ask(node, token, range)))
    for (const [index, answer] of answers.entries()) {
      if (answer === null) continue
      pieces.set(open[index]?.from ?? 0n, answer.transfers)
      count += answer.count
    }
    if (count > maxTransfers) return { transfers: await newest(node, token, pieces), cut: `It has more than ${maxTransfers} transfers.` }
    const refused = open.filter((_, index) => answers[index] === null)
    open = refused.flatMap(asked === 1 ? agesOf : halvesOf)
    // One question is reserved for the newest blocks.
    if (asked + open.length > maxLogQuestions - 1 || open.length === 1) {
      return { transfers: await newest(node, token, pieces), cut: 'The node gives the transfers of this token in too many pieces.' }
    }
  }
  return { transfers: inOrder(pieces), cut: null }
}

function agesOf({ from, to }: Range): Range[] {
  const span = to - from + 1n
  const [younger, young] = [to - span / 8n, to - span / 64n]
  if (younger < from || young <= younger || young >= to) return halvesOf({ from, to })
  return [
    { from, to: younger },
    { from: younger + 1n, to: young },
    { from: young + 1n, to },
  ]
}

function halvesOf({ from, to }: Range): Range[] {
  if (from === to) return [{ from, to }]
  const middle = (from + to) / 2n
  return [
    { from, to: middle },
    { from: middle + 1n, to },
  ]
}

async function newest(node: ContractReader, token: Hex, pieces: ReadonlyMap<bigint, readonly Transfer[]>): Promise<readonly Transfer[]> {
  const { number: to } = node.block
  const known = inOrder(pieces)
  if (known.length > 0) return known
  return (await ask(node, token, { from: to < newestBlocks ? 0n : to - newestBlocks, to }))?.transfers ?? []
}

/** Null where the node asks for a smaller range. */
async function ask(node: ContractReader, token: Hex, { from, to }: Range): Promise<TransferLogs | null> {
  let logs: TransferLogs
  try {
    logs = await node.transfers(token, from, to)
  } catch (error) {
    if (isRangeTooLarge(error)) return null
    throw error
  }
  // Some nodes cut their answer off at a round number of logs without saying so.
  if (logs.count >= 1_000 && logs.count % 1_000 === 0 && from < to) return null
  return { ...logs, transfers: logs.transfers.filter(({ block }) => block >= Number(from) && block <= Number(to)) }
}

function inOrder(pieces: ReadonlyMap<bigint, readonly Transfer[]>): readonly Transfer[] {
  return [...pieces].sort(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, transfers]) => transfers)
}

/** The balances that these events add up to. Accounts without any are left out, and so is the zero address. */
export function balancesFrom(transfers: readonly Transfer[]): ReadonlyMap<Hex, bigint> {
  const balances = new Map<Hex, bigint>()
  const add = (account: Hex, value: bigint) => balances.set(account, (balances.get(account) ?? 0n) + value)
  for (const { from, to, value } of transfers) {
    add(from, -value)
    add(to, value)
  }
  balances.delete(zeroAddress)
  for (const [account, balance] of balances) if (balance <= 0n) balances.delete(account)
  return balances
}
