import { type Block, type Rpc, RpcUnreachable } from '../chain.ts'
import { type CheckpointMove, type IndexCheckpoint, knownBlocks } from './checkpoint-rows.ts'
import type { FollowContext } from './follow-context.ts'
import type { IndexDefinition } from './index-definition.ts'
import { type Piece, readPiece } from './read-piece.ts'

/** Final blocks that an index reads at once when it has caught up. It has read each of them before. */
const usualFirmStep = 16n

/** Whether final blocks are due: enough to be worth a request, or any that were never read. */
export function owesFinalBlocks(
  { firm, tipStart }: Pick<IndexCheckpoint, 'firm' | 'tipStart'>,
  final: bigint,
  { firmStep = usualFirmStep }: Pick<IndexDefinition<unknown>, 'firmStep'>,
): boolean {
  return final - firm >= firmStep || (firm < tipStart - 1n && firm < final)
}

export interface CatchUp {
  readonly head: Block
  /** Blocks up to here are final. */
  readonly final: bigint
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  readonly until: number
  /** Called after each piece of history. */
  onProgress(checkpoint: IndexCheckpoint): void
}

/** Reads new blocks, then history, until both are done, or `until`, or the signal aborts. Returns the last checkpoint. */
export async function catchUp<Fact>(
  context: FollowContext<Fact>,
  rpc: Rpc,
  from: IndexCheckpoint,
  { head, final, signal, until, onProgress }: CatchUp,
): Promise<IndexCheckpoint> {
  const { definition } = context
  const { firmStep = usualFirmStep } = definition
  let checkpoint = from
  const mayGoOn = () => !signal.aborted && context.clock.now() < until
  // New blocks come first, so that callers see them while history is read.
  while (mayGoOn()) {
    // A longer gap below the final block is left to the reading of final blocks.
    const newest = final - checkpoint.tip >= firmStep ? final : checkpoint.tip
    const next = newest + 1n > checkpoint.start ? newest + 1n : checkpoint.start
    if (next > head.number) break
    const advanced = await readOn(context, rpc, checkpoint, { from: next, last: head.number, isFinal: false }, signal)
    if (!advanced) return checkpoint
    checkpoint = advanced
  }
  while (mayGoOn() && owesFinalBlocks(checkpoint, final, definition)) {
    const advanced = await readOn(context, rpc, checkpoint, { from: checkpoint.firm + 1n, last: final, isFinal: true }, signal)
    if (!advanced) return checkpoint
    checkpoint = advanced
    onProgress(checkpoint)
  }
  return checkpoint
}

/** Reads one piece of the range and writes it. Null when another process has moved the checkpoint. */
async function readOn<Fact>(
  { chain, store, definition, window, units, key, clock, memory, count, ownTurn }: FollowContext<Fact>,
  rpc: Rpc,
  checkpoint: IndexCheckpoint,
  { from, last, isFinal }: { readonly from: bigint; readonly last: bigint; readonly isFinal: boolean },
  signal: AbortSignal,
): Promise<IndexCheckpoint | null> {
  const [newestBelow] = await store.read(knownBlocks, { ...key, highest: from - 1n, limit: 1 })
  const below = newestBelow?.number === from - 1n ? newestBelow : null
  const { minBlockSeconds } = chain.network
  const piece = await readPiece(rpc, definition, window, { from, last, below, minBlockSeconds, ownTurn }, signal).catch(
    (error: unknown) => {
      // A node that fails now and then answers small questions sooner than large ones.
      if (error instanceof RpcUnreachable) window.halve()
      throw error
    },
  )
  const { rows, end, endAt, logs } = piece
  const moved = movedOn(checkpoint, piece, { from, isFinal })
  if (moved.tip === end.number) memory.newest = { number: end.number, at: endAt }
  const range = { from, to: end.number }
  await ownTurn()
  const isWritten = await store.write(units.advance, {
    ...key,
    version: checkpoint.version,
    ...moved,
    range,
    rows,
    end,
    isFinal,
    now: clock.now(),
  })
  if (!isWritten) return null
  count('logs', logs)
  count('rows', rows.length)
  return { ...checkpoint, ...moved, version: checkpoint.version + 1n }
}

/** The checkpoint after a piece was read. */
function movedOn(
  checkpoint: IndexCheckpoint,
  { end, endAt, startAt }: Pick<Piece<unknown>, 'end' | 'endAt' | 'startAt'>,
  { from, isFinal }: { readonly from: bigint; readonly isFinal: boolean },
): CheckpointMove {
  const { start, firm, tip, tipStart, tipAt } = checkpoint
  const isAhead = end.number > tip
  const begins = !isFinal && from !== tip + 1n
  return {
    firm: isFinal ? end.number : firm,
    firmAt: isFinal ? endAt : checkpoint.firmAt,
    tip: isAhead ? end.number : tip,
    tipAt: isAhead || end.number === tip ? endAt : tipAt,
    tipStart: begins ? from : tipStart,
    tipStartAt: begins || from === tipStart ? startAt : checkpoint.tipStartAt,
    startAt: from === start ? startAt : checkpoint.startAt,
  }
}
