import { type Block, type EventLog, type Rpc, RpcUnreachable } from '../chain.ts'
import { quantity, readBlock } from '../node-answers.ts'
import type { KnownBlock } from './checkpoint-rows.ts'
import type { IndexDefinition, IndexedRow } from './index-definition.ts'
import type { LogWindow } from './log-window.ts'
import { indexTimeoutMs, RangeRefused, readLogRange } from './read-log-range.ts'

/** The answers do not belong to one chain: it was reorganised during the reading, or several nodes disagree. */
export class ChainMoved extends Error {
  override readonly name = 'ChainMoved'
}

export interface Piece<Fact> {
  /** Its last block. */
  readonly end: KnownBlock
  /** Unix seconds of that block. */
  readonly endAt: bigint
  readonly rows: readonly IndexedRow<Fact>[]
  /** Logs that were read, kept or not. */
  readonly logs: number
}

/** Rows that one unit writes, unless a single block has more. */
const maxRows = 500

/**
 * Reads as much of a range as the window allows, from its start. After the logs arrived, it checks against the chain: the last
 * block, the blocks of all rows, and the block below that was read before.
 * @throws ChainMoved, RpcUnreachable, RpcRejected
 */
export async function readPiece<Fact>(
  rpc: Rpc,
  definition: Pick<IndexDefinition<Fact>, 'filter' | 'decode'>,
  window: LogWindow,
  range: { readonly from: bigint; readonly last: bigint; readonly below: KnownBlock | null },
  signal: AbortSignal,
): Promise<Piece<Fact>> {
  const { from, last, below } = range
  const blockAt = (number: bigint) => readBlockAt(rpc, number)
  for (;;) {
    signal.throwIfAborted()
    const to = smaller(last, from + window.blocks - 1n)
    const before = await blockAt(to)
    const logs = await readLogRange(rpc, definition.filter, from, to).catch((error: unknown) => {
      if (error instanceof RangeRefused) return null
      throw error
    })
    const kept = logs?.flatMap((log) => {
      const fact = definition.decode(log)
      return fact === null ? [] : [{ log, fact }]
    })
    if (!logs || !kept || (kept.length > maxRows && from < to)) {
      window.halve()
      continue
    }
    const numbers = new Set([...kept.map(({ log }) => log.blockNumber), to, ...(below ? [below.number] : [])])
    const blocks = new Map((await Promise.all([...numbers].map(blockAt))).map((block) => [block.number, block] as const))
    const isOnChain = ({ number, hash }: KnownBlock) => blocks.get(number)?.hash === hash
    if (!isOnChain(before) || (below && !isOnChain(below))) throw new ChainMoved('blocks changed while their logs were read')
    if (!kept.every(({ log }) => isOnChain({ number: log.blockNumber, hash: log.blockHash }))) {
      throw new ChainMoved('logs came from blocks that are not on the chain')
    }
    window.took(to - from + 1n, logs.length)
    return {
      end: { number: to, hash: before.hash },
      endAt: before.timestamp,
      rows: kept.map(({ log, fact }) => ({ place: positionOf(log, blocks.get(log.blockNumber)!), fact })),
      logs: logs.length,
    }
  }
}

/** A block by its number. It has its own timeout, so that it never shares a request with calls of a waiting caller. */
export async function readBlockAt(rpc: Rpc, number: bigint | 'latest'): Promise<Block> {
  const at = number === 'latest' ? number : quantity(number)
  const answer = await rpc.call('eth_getBlockByNumber', [at, false], { timeoutMs: indexTimeoutMs })
  if (answer === null) throw new RpcUnreachable('the node does not have a block that it should have')
  const block = readBlock(answer)
  if (number !== 'latest' && block.number !== number) throw new RpcUnreachable('the node answered with another block')
  return block
}

function positionOf({ blockNumber, logIndex, blockHash, transactionHash }: EventLog, block: Block): IndexedRow<never>['place'] {
  return { blockNumber, logIndex, blockHash, transactionHash, at: block.timestamp }
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
