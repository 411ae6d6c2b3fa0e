import { type Block, type Log, type Rpc, RpcUnreachable } from '../chain.ts'
import { quantity, readBlock } from '../node-answers.ts'
import type { KnownBlock } from './checkpoint-rows.ts'
import type { IndexDefinition, IndexedRow } from './index-definition.ts'
import type { LogWindow } from './log-window.ts'
import { indexTimeoutMs, RangeRefused, readLogRange } from './read-log-range.ts'

/** What came is not of one chain: it was reorganised while it was read, or several nodes answered that don't agree. */
export class ChainMoved extends Error {
  override readonly name = 'ChainMoved'
}

export interface Piece<Fact> {
  /** The last block of it. */
  readonly end: KnownBlock
  /** Unix seconds of that block. */
  readonly endAt: bigint
  readonly rows: readonly IndexedRow<Fact>[]
  /** Logs that were read, kept or not. */
  readonly logs: number
}

/** One unit writes no more rows, unless they are all of one block. */
const mostRows = 500

/**
 * Reads as much of a range as the window allows, from its begin on. Everything in it is held against the blocks of the
 * chain as they are after the logs came: the last one, those that rows are of, and the one below that was read before.
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
    if (!logs || !kept || (kept.length > mostRows && from < to)) {
      window.halve()
      continue
    }
    const numbers = new Set([...kept.map(({ log }) => log.blockNumber), to, ...(below ? [below.number] : [])])
    const blocks = new Map((await Promise.all([...numbers].map(blockAt))).map((block) => [block.number, block] as const))
    const stands = ({ number, hash }: KnownBlock) => blocks.get(number)?.hash === hash
    if (!stands(before) || (below && !stands(below))) throw new ChainMoved('blocks changed while their logs were read')
    if (!kept.every(({ log }) => stands({ number: log.blockNumber, hash: log.blockHash }))) {
      throw new ChainMoved('logs came of blocks that are not on the chain')
    }
    window.took(to - from + 1n, logs.length)
    return {
      end: { number: to, hash: before.hash },
      endAt: before.timestamp,
      rows: kept.map(({ log, fact }) => ({ place: placeOf(log, blocks.get(log.blockNumber)!), fact })),
      logs: logs.length,
    }
  }
}

/** A block by its number. With a time-out of its own, so that it never shares a request with calls that somebody waits for. */
export async function readBlockAt(rpc: Rpc, number: bigint | 'latest'): Promise<Block> {
  const at = number === 'latest' ? number : quantity(number)
  const answer = await rpc.call('eth_getBlockByNumber', [at, false], { timeoutMs: indexTimeoutMs })
  if (answer === null) throw new RpcUnreachable('the node does not know a block that it should have')
  const block = readBlock(answer)
  if (number !== 'latest' && block.number !== number) throw new RpcUnreachable('the node answered with another block')
  return block
}

function placeOf({ blockNumber, logIndex, blockHash, transactionHash }: Log, block: Block): IndexedRow<never>['place'] {
  return { blockNumber, logIndex, blockHash, transactionHash, at: block.timestamp }
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
