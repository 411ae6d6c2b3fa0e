import type { Clock } from '../../shared/clock.ts'
import type { Log as Logger } from '../../shared/log.ts'
import type { IndexStatus } from '../../shared/index-status.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { RpcRejected, RpcUnreachable } from '../chain.ts'
import type { Follower } from './follow-index.ts'
import type { FollowedChain } from './index-definition.ts'
import { ChainMoved } from './read-piece.ts'

export interface FollowersParts {
  readonly chain: FollowedChain
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
}

export interface Followers {
  /** Lets each index read on for a while. Rejects only for our own errors. */
  run(signal: AbortSignal): Promise<void>
  state(): IndexStatus[]
}

/** How long an index may read history before the next one runs. */
const turnMs = 5_000
/** The pause after a node's first failure; it doubles with each further one. */
const firstPauseMs = 2_000
const maxPauseMs = 300_000
/** The pause before checking again whether the chain has something to follow. */
const absentMs = 600_000

interface FollowerState {
  readonly follower: Follower
  phase: 'waiting' | 'absent' | 'failing' | 'following'
  failures: number
  notBefore: number
}

/** Runs the indexes of one network, one after the other. A node that does not answer is asked less and less often. */
export function createFollowers(followers: readonly Follower[], { chain, clock, log, metrics }: FollowersParts): Followers {
  const network = chain.network.id
  const labels = ['index', 'network'] as const
  const blocks = metrics.gauge('farthing_index_block', 'Newest block that an index has read', labels)
  const behind = metrics.gauge('farthing_index_blocks_behind', 'Final blocks that an index has still to read', labels)
  const failures = metrics.counter('farthing_index_failures_total', 'Turns of indexes that failed at the node, by kind', [
    ...labels,
    'kind',
  ])
  const states: FollowerState[] = followers.map((follower) => ({ follower, phase: 'waiting', failures: 0, notBefore: 0 }))

  function measure({ follower }: FollowerState): void {
    const progress = follower.progress()
    if (!progress) return
    const where = { index: follower.name, network }
    blocks.set(Number(progress.tip), where)
    behind.set(Number(leftOf(progress)), where)
  }

  function failed(state: FollowerState, error: unknown): void {
    const kind = error instanceof ChainMoved ? 'moved' : error instanceof RpcUnreachable ? 'unreachable' : 'rejected'
    const index = state.follower.name
    failures.add({ index, network, kind })
    state.failures += 1
    state.notBefore = clock.now() + Math.min(maxPauseMs, firstPauseMs * 2 ** (state.failures - 1))
    // A chain that changes during a reading is normal.
    if (state.failures === 1 && kind === 'moved') return
    if (state.phase !== 'failing') log.warn({ index, network, reason: (error as Error).message }, 'index waits for its node')
    state.phase = 'failing'
  }

  async function turn(state: FollowerState, signal: AbortSignal): Promise<void> {
    try {
      const follows = await state.follower.turn(signal, clock.now() + turnMs)
      if (state.phase === 'failing') log.info({ index: state.follower.name, network }, 'index reads on')
      state.phase = follows ? 'following' : 'absent'
      state.failures = 0
      state.notBefore = follows ? 0 : clock.now() + absentMs
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof RpcUnreachable || error instanceof RpcRejected || error instanceof ChainMoved)) throw error
      failed(state, error)
    } finally {
      measure(state)
    }
  }

  return {
    async run(signal) {
      if (chain.awaited) return
      for (const state of states) {
        if (signal.aborted) return
        // A clock that was set back must not prolong the pause.
        if (state.notBefore > clock.now() && state.notBefore - clock.now() <= absentMs) continue
        await turn(state, signal)
      }
    },
    state: () => states.map((state) => statusOf(state, network)),
  }
}

function leftOf({ firm, final }: { firm: bigint; final: bigint }): bigint {
  return final > firm ? final - firm : 0n
}

function statusOf({ follower, phase }: FollowerState, network: string): IndexStatus {
  const progress = follower.progress()
  const named = { index: follower.name, network }
  if (!progress || phase === 'absent' || phase === 'waiting') {
    const nothing = { block: null, head: null, behind: null, progress: null, since: null, asOf: null }
    return { ...named, state: phase === 'following' ? 'waiting' : phase, ...nothing }
  }
  const { start, firm, tip, head, final, caughtUp, startAt, tipAt, checkedAt } = progress
  const left = leftOf(progress)
  const whole = final - start + 1n
  return {
    ...named,
    state: phase === 'failing' ? 'failing' : caughtUp ? 'current' : 'reading',
    block: Number(tip),
    head: Number(head),
    behind: Number(left),
    progress: whole <= 0n || caughtUp ? 1 : Math.floor((Number(firm - start + 1n) / Number(whole)) * 10_000) / 10_000,
    since: isoTime(Number(startAt) * 1_000),
    asOf: tip >= head ? isoTime(checkedAt) : tipAt === null ? null : isoTime(Number(tipAt) * 1_000),
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
