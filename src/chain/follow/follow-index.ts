import type { Block, Rpc } from '../chain.ts'
import { askPatiently, patientRpc } from './ask-patiently.ts'
import { catchUp, owesFinalBlocks } from './catch-up.ts'
import { beginIndex, type IndexCheckpoint } from './checkpoint-rows.ts'
import { expireRows, type FollowContext, followContext, type FollowParts, readCheckpoint, sweepRows } from './follow-context.ts'
import type { IndexDefinition } from './index-definition.ts'
import { readBlockAt } from './read-piece.ts'
import { rewindIndex } from './rewind-index.ts'

export interface IndexProgress {
  readonly start: bigint
  readonly firm: bigint
  readonly tip: bigint
  readonly head: bigint
  /** The block up to which history is to be read now. */
  readonly final: bigint
  /** Nothing is left to read. */
  readonly caughtUp: boolean
  /** Unix seconds of the blocks `start` and `tip`; null where unknown. */
  readonly startAt: bigint
  readonly tipAt: bigint | null
  /** When the chain was asked for its head, in milliseconds. */
  readonly checkedAt: number
}

export interface Follower {
  readonly name: string
  /**
   * Reads on until it has caught up with the chain, or until a moment in milliseconds; then it may be called again. Whatever
   * stops it, the next call continues from what is written. False: this chain has nothing to follow.
   * @throws ChainMoved, RpcUnreachable, RpcRejected, and what the store throws
   */
  turn(signal: AbortSignal, until: number): Promise<boolean>
  progress(): IndexProgress | null
}

/** A block must be at least this far below the head before it counts as final: nodes that lag a little have it by then. */
const finalDepth = 16n

/**
 * Keeps an index equal to its chain. It reads every block twice: once when it is new, so that callers see it at once, and
 * once when it is final. The second reading replaces the rows of the first one, so that the index ends up exact whatever a
 * node left out, or made up, while the block was young. In between, the hashes of blocks show reorganisations.
 */
export function createFollower<Fact>(definition: IndexDefinition<Fact>, parts: FollowParts): Follower {
  const context = followContext(definition, parts)
  const { chain, clock, timers, memory } = context
  let lastHead: string | null = null
  let progress: IndexProgress | null = null
  let first: Block | null = null

  return {
    name: definition.name,
    async turn(signal, until) {
      const rpc = patientRpc(chain.rpc, timers, signal)
      const checkedAt = clock.now()
      const head = await readBlockAt(rpc, 'latest')
      if (head.hash === lastHead) {
        // Nothing can have changed.
        if (progress) progress = { ...progress, checkedAt }
        return true
      }
      const started = await startIndex(context, rpc, head)
      if (!started) return false
      await sweepRows(context, signal)
      if (!(await rewindIndex(context, rpc, started, head, signal))) return true
      const checkpoint = await readCheckpoint(context)
      if (!checkpoint || hasToStart(checkpoint, definition, head)) return true
      const tagged = await askPatiently(timers, signal, () => chain.finalBlock())
      const deep = head.number - finalDepth
      const final = tagged < deep ? tagged : deep
      if (first?.number !== checkpoint.start) first = await readBlockAt(rpc, checkpoint.start)
      const startAt = first.timestamp
      const progressAt = (at: IndexCheckpoint, caughtUp: boolean): IndexProgress => {
        const tipAt = at.tip === head.number ? head.timestamp : memory.newest?.number === at.tip ? memory.newest.at : null
        return { ...at, head: head.number, final, caughtUp, startAt, tipAt, checkedAt }
      }
      const onProgress = (at: IndexCheckpoint) => void (progress = progressAt(at, false))
      const reached = await catchUp(context, rpc, checkpoint, { head, final, signal, until, onProgress })
      const caughtUp = reached.tip >= head.number && !owesFinalBlocks(reached, final, definition)
      progress = progressAt(reached, caughtUp)
      lastHead = caughtUp ? head.hash : null
      if (caughtUp) await expireRows(context, signal)
      return true
    },
    progress: () => progress,
  }
}

/** The checkpoint of an index that has started with this definition; else starts it. Null: this chain has nothing to follow. */
async function startIndex<Fact>(context: FollowContext<Fact>, rpc: Rpc, head: Block): Promise<IndexCheckpoint | null> {
  const { chain, store, clock, definition, key, memory } = context
  const checkpoint = await readCheckpoint(context)
  if (checkpoint && !hasToStart(checkpoint, definition, head)) return checkpoint
  const start = await definition.startBlock({ network: chain.network, rpc }, head)
  if (start === null) return null
  await store.write(beginIndex, { ...key, subject: definition.subject, start, now: clock.now() })
  memory.swept = false
  return readCheckpoint(context)
}

/** Another definition, a start that is gone from the chain, or too long a gap. */
function hasToStart(
  { subject, start, firm, tip }: IndexCheckpoint,
  definition: Pick<IndexDefinition<unknown>, 'subject' | 'maxBehind'>,
  head: Block,
): boolean {
  const { maxBehind } = definition
  const newest = firm > tip ? firm : tip
  return (
    subject !== definition.subject || firm < start - 1n || (maxBehind !== undefined && head.number - newest > maxBehind && newest >= start)
  )
}
