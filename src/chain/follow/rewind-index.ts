import type { Block, Rpc } from '../chain.ts'
import { beginIndex, type CheckpointMove, type IndexCheckpoint, knownBlocks, retreatIndex } from './checkpoint-rows.ts'
import { findFork } from './find-fork.ts'
import { type FollowContext, sweepRows } from './follow-context.ts'
import { readBlockAt } from './read-piece.ts'

/** How many turns in a row must contradict the checkpoint before the node is believed, */
const turnsNeeded = 3
/** and for how long, when blocks that were final are gone. */
const doubtMs = 60_000
/** Known blocks among which a fork is searched: far more than there are between a final block and the head. */
const maxKnown = 10_000

/**
 * Holds the checkpoint against the chain, and rewinds the index to the last block that is still on it.
 * False: the chain contradicts the checkpoint and is not believed yet, so this turn must not read on.
 */
export async function rewindIndex<Fact>(
  context: FollowContext<Fact>,
  rpc: Rpc,
  checkpoint: IndexCheckpoint,
  head: Block,
  signal: AbortSignal,
): Promise<boolean> {
  const { definition, store, key, clock, memory, count } = context
  const known = await store.read(knownBlocks, { ...key, highest: checkpoint.tip, limit: maxKnown })
  const fork = await findFork(known, head, async (number) => (await readBlockAt(rpc, number)).hash)
  if (fork.kind === 'stands') {
    memory.contradictions = 0
    return true
  }
  const to = fork.kind === 'strange' ? null : fork.to
  // An index that has read no final block loses nothing when it starts again.
  const agreed = to?.number ?? (checkpoint.firm < checkpoint.start ? checkpoint.firm : -1n)
  const finalGone = agreed < checkpoint.firm
  if (memory.contradictions === 0) memory.contradictedSince = clock.now()
  memory.contradictions += 1
  const isUsual = fork.kind !== 'short' && !finalGone
  const isLasting = memory.contradictions >= turnsNeeded && (!finalGone || clock.now() - memory.contradictedSince >= doubtMs)
  if (!isUsual && !isLasting) return false
  memory.contradictions = 0
  memory.swept = false
  if (finalGone && definition.rows.addFinal) {
    logRewind(context, checkpoint.tip, checkpoint.start, finalGone)
    count('reorganised', 1)
    // With a subject that no definition has, so that the next turn starts it.
    await store.write(beginIndex, { ...key, subject: '', start: checkpoint.start, now: clock.now() })
    return false
  }
  const target = rewound(checkpoint, agreed)
  logRewind(context, checkpoint.tip, target.tip, finalGone)
  count('reorganised', 1)
  await store.write(retreatIndex, { ...key, version: checkpoint.version, ...target, now: clock.now() })
  await sweepRows(context, signal)
  return true
}

/** Below `tipStart` nothing of the newest part is left, so that the index ends with its firm blocks. */
function rewound({ firm: before, tipStart, startAt, tipStartAt, ...times }: IndexCheckpoint, agreed: bigint): CheckpointMove {
  const firm = agreed < before ? agreed : before
  const firmAt = firm === before ? times.firmAt : null
  return agreed < tipStart
    ? { firm, tip: firm, tipStart: firm + 1n, startAt, firmAt, tipStartAt: null, tipAt: firmAt }
    : { firm, tip: agreed, tipStart, startAt, firmAt, tipStartAt, tipAt: null }
}

function logRewind<Fact>({ definition, key, log }: FollowContext<Fact>, from: bigint, to: bigint, finalGone: boolean): void {
  const fields = { index: definition.name, network: key.network, from: Number(from), to: Number(to) }
  if (finalGone) log.error(fields, 'blocks that were final are gone: the index goes back')
  else log.info(fields, 'blocks were reorganised away: the index goes back')
}
