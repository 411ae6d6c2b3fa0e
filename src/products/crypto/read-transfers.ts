import { asksForLess } from '../../chain/indexes/asks-for-less.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { NodeReader } from './node-reader.ts'
import { mostTransfers, type Transfer, type TransferLogs } from './transfer-logs.ts'

export interface TransferHistory {
  /** In the order of the chain. */
  readonly transfers: readonly Transfer[]
  /** Why these are not all since the token began, but the newest ones at best; null where they are. */
  readonly cut: string | null
}

/** Questions to the node for one history. */
export const mostLogQuestions = 12
/** Where the whole is refused, who got the token in these is known at least. */
const newestBlocks = 100n

interface Range {
  readonly from: bigint
  readonly to: bigint
}

/**
 * All transfers of a token. The whole chain is asked for in one question; a node that refuses that is asked for what is old, younger
 * and young, side by side, since most tokens are young, and then for the halves of what it refuses again, until the questions
 * are used up.
 * @throws RpcUnreachable, RpcRejected, OutOfTime
 */
export async function readTransfers(node: NodeReader, token: Hex): Promise<TransferHistory> {
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
    if (count > mostTransfers) return { transfers: await newest(node, token, pieces), cut: `It has more than ${mostTransfers} transfers.` }
    const refused = open.filter((_, index) => answers[index] === null)
    open = refused.flatMap(asked === 1 ? agesOf : halvesOf)
    // One is kept for the newest blocks.
    if (asked + open.length > mostLogQuestions - 1 || open.length === 1) {
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

async function newest(node: NodeReader, token: Hex, pieces: ReadonlyMap<bigint, readonly Transfer[]>): Promise<readonly Transfer[]> {
  const { number: to } = node.block
  const known = inOrder(pieces)
  if (known.length > 0) return known
  return (await ask(node, token, { from: to < newestBlocks ? 0n : to - newestBlocks, to }))?.transfers ?? []
}

/** Null where the node asks for less. */
async function ask(node: NodeReader, token: Hex, { from, to }: Range): Promise<TransferLogs | null> {
  let logs: TransferLogs
  try {
    logs = await node.transfers(token, from, to)
  } catch (error) {
    if (asksForLess(error)) return null
    throw error
  }
  // Some nodes stop at a round number of logs and don't say so.
  if (logs.count >= 1_000 && logs.count % 1_000 === 0 && from < to) return null
  return { ...logs, transfers: logs.transfers.filter(({ block }) => block >= Number(from) && block <= Number(to)) }
}

function inOrder(pieces: ReadonlyMap<bigint, readonly Transfer[]>): readonly Transfer[] {
  return [...pieces].sort(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, transfers]) => transfers)
}

/** What everybody holds by these events. Those who hold nothing are left out, and so is nobody's address. */
export function replay(transfers: readonly Transfer[]): ReadonlyMap<Hex, bigint> {
  const balances = new Map<Hex, bigint>()
  const add = (account: Hex, value: bigint) => balances.set(account, (balances.get(account) ?? 0n) + value)
  for (const { from, to, value } of transfers) {
    add(from, -value)
    add(to, value)
  }
  balances.delete(nobody)
  for (const [account, balance] of balances) if (balance <= 0n) balances.delete(account)
  return balances
}

export const nobody: Hex = '0x0000000000000000000000000000000000000000'
