import { type Block, type EventLog, type Rpc, RpcUnreachable } from '../chain.ts'
import { quantity, readBlock } from '../node-answers.ts'
import type { KnownBlock } from './checkpoint-rows.ts'
import type { IndexDefinition, IndexedRow } from './index-definition.ts'
import type { LogWindow } from './log-window.ts'
import { minutesOfBlocks } from './minutes-of-blocks.ts'
import type { OwnTurn } from './turn-queue.ts'
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
  /** Unix seconds of its first block, or of the block below; null where no such block was asked for. */
  readonly startAt: bigint | null
  readonly rows: readonly IndexedRow<Fact>[]
  /** Logs that were read, kept or not. */
  readonly logs: number
}

interface PieceRange {
  readonly from: bigint
  readonly last: bigint
  /** The block below, if it was read before. */
  readonly below: KnownBlock | null
  /** Seconds that there are at least from one block to the next, by the rules of the chain. */
  readonly minBlockSeconds?: bigint | undefined
  /** Taken before many logs are read. */
  readonly ownTurn?: OwnTurn
}

/** A log that is kept, with what it says. */
interface Kept<Fact> {
  readonly log: EventLog
  readonly fact: Fact
}

/** Rows that one unit writes, unless a single block has more. */
const usualMaxRows = 500

/**
 * Reads as much of a range as the window allows, from its start. After the logs arrived, it checks against the chain: the last
 * block, the block below that was read before, and the blocks of all rows, or those of them that tell in which minutes the others lie.
 * @throws ChainMoved, RpcUnreachable, RpcRejected
 */
export async function readPiece<Fact>(
  rpc: Rpc,
  definition: Pick<IndexDefinition<Fact>, 'filter' | 'decode' | 'byMinute' | 'maxRows'>,
  window: LogWindow,
  range: PieceRange,
  signal: AbortSignal,
): Promise<Piece<Fact>> {
  const { from, last, ownTurn } = range
  const { maxRows = usualMaxRows } = definition
  for (;;) {
    signal.throwIfAborted()
    const to = smaller(last, from + window.blocks - 1n)
    const before = await readBlockAt(rpc, to)
    const logs = await readLogRange(rpc, definition.filter, from, to, ownTurn).catch((error: unknown) => {
      if (error instanceof RangeRefused) return null
      throw error
    })
    await ownTurn?.()
    const kept = logs?.flatMap((log): Kept<Fact>[] => {
      const fact = definition.decode(log)
      return fact === null ? [] : [{ log, fact }]
    })
    if (!logs || !kept || (kept.length > maxRows && from < to)) {
      window.halve()
      continue
    }
    const { times, startAt } = definition.byMinute
      ? await minutesOf(rpc, kept, range, before)
      : { times: await timesOf(rpc, kept, range, before), startAt: null }
    window.took(to - from + 1n, logs.length)
    return {
      end: { number: to, hash: before.hash },
      endAt: before.timestamp,
      startAt,
      rows: kept.map(({ log, fact }) => ({ place: positionOf(log, times.get(log.blockNumber)!), fact })),
      logs: logs.length,
    }
  }
}

/** The time of every block with a row. @throws ChainMoved */
async function timesOf(rpc: Rpc, kept: readonly Kept<unknown>[], { below }: PieceRange, end: Block): Promise<ReadonlyMap<bigint, bigint>> {
  const numbers = new Set([...kept.map(({ log }) => log.blockNumber), end.number, ...(below ? [below.number] : [])])
  const blocks = await readBlocks(rpc, [...numbers])
  checkEnds(blocks, below, end)
  const isOnChain = ({ log }: Kept<unknown>) => blocks.get(log.blockNumber)?.hash === log.blockHash
  if (!kept.every(isOnChain)) throw new ChainMoved('logs came from blocks that are not on the chain')
  return new Map([...blocks].map(([number, { timestamp }]) => [number, timestamp]))
}

/** The minute of every block with a row, from as few blocks as it takes. @throws ChainMoved */
async function minutesOf(
  rpc: Rpc,
  kept: readonly Kept<unknown>[],
  { from, below, minBlockSeconds }: PieceRange,
  end: Block,
): Promise<{ readonly times: ReadonlyMap<bigint, bigint>; readonly startAt: bigint }> {
  const first = below?.number ?? from
  const ends = await readBlocks(rpc, [...new Set([first, end.number])])
  checkEnds(ends, below, end)
  const low = ends.get(first)!
  const hashes = new Map(kept.map(({ log }) => [log.blockNumber, log.blockHash]))
  const told = new Map(kept.flatMap(({ log }) => (log.blockTime === undefined ? [] : [[log.blockNumber, log.blockTime] as const])))
  const times = await minutesOfBlocks([...hashes.keys()], {
    low,
    high: end,
    told,
    minBlockSeconds: minBlockSeconds ?? null,
    blocksAt: async (numbers) => {
      const blocks = [...(await readBlocks(rpc, numbers)).values()]
      const isOnChain = ({ number, hash }: Block) => hashes.get(number) === hash
      if (!blocks.every(isOnChain)) throw new ChainMoved('logs came from blocks that are not on the chain')
      return blocks
    },
  })
  const isEnd = [low, end].every(({ number, hash }) => (hashes.get(number) ?? hash) === hash)
  if (!isEnd) throw new ChainMoved('logs came from blocks that are not on the chain')
  return { times, startAt: low.timestamp }
}

function checkEnds(blocks: ReadonlyMap<bigint, Block>, below: KnownBlock | null, end: Block): void {
  const isOnChain = ({ number, hash }: KnownBlock) => blocks.get(number)?.hash === hash
  if (!isOnChain(end) || (below && !isOnChain(below))) throw new ChainMoved('blocks changed while their logs were read')
}

async function readBlocks(rpc: Rpc, numbers: readonly bigint[]): Promise<ReadonlyMap<bigint, Block>> {
  const blocks = await Promise.all(numbers.map((number) => readBlockAt(rpc, number)))
  return new Map(blocks.map((block) => [block.number, block]))
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

function positionOf({ blockNumber, logIndex, blockHash, transactionHash }: EventLog, at: bigint): IndexedRow<never>['place'] {
  return { blockNumber, logIndex, blockHash, transactionHash, at }
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
