import type { Clock } from '../../shared/clock.ts'
import type { Log as Logger } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { RpcRejected, RpcUnreachable } from '../chain.ts'
import type { Follower } from './follow-index.ts'
import type { FollowedChain } from './index-definition.ts'
import { ChainMoved } from './read-piece.ts'

/** How an index stands on one network. */
export interface IndexStands {
  readonly index: string
  readonly network: string
  /**
   * `waiting`: not begun, or its node has not answered yet; `absent`: nothing to follow on this chain; `reading`: history;
   * `current`; `failing`: its node does not answer, or not so that it can be believed.
   */
  readonly state: 'waiting' | 'absent' | 'reading' | 'current' | 'failing'
  /** The newest block that has been read, and that of the chain when it was. */
  readonly block: number | null
  readonly head: number | null
  /** Blocks of history that are still to be read for good. */
  readonly behind: number | null
  /** Share of the history that has been read, from 0 to 1. */
  readonly progress: number | null
  /** ISO time of its first block. */
  readonly since: string | null
  /** Up to when all that happened is seen, as ISO time: the last look, if all was read that there was then. */
  readonly asOf: string | null
}

export interface FollowersParts {
  readonly chain: FollowedChain
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
}

export interface Followers {
  /** Lets each index read on for a while; rejects only for what is a fault of ours. */
  run(signal: AbortSignal): Promise<void>
  state(): IndexStands[]
}

/** How long an index may read history before the others have their turn. */
const turnMs = 5_000
/** After a node has failed it is left alone for so long, twice as long at each failure. */
const firstPauseMs = 2_000
const longestPauseMs = 300_000
/** Until it is looked again whether there is something to follow. */
const absentMs = 600_000

interface Course {
  readonly follower: Follower
  word: 'waiting' | 'absent' | 'failing' | 'following'
  failures: number
  notBefore: number
}

/** The indexes of one network, one after the other. A node that does not answer is asked more and more rarely. */
export function createFollowers(followers: readonly Follower[], { chain, clock, log, metrics }: FollowersParts): Followers {
  const network = chain.network.id
  const labels = ['index', 'network'] as const
  const blocks = metrics.gauge('farthing_index_block', 'Newest block that an index has read', labels)
  const behind = metrics.gauge('farthing_index_blocks_behind', 'Blocks that an index has still to read for good', labels)
  const failures = metrics.counter('farthing_index_failures_total', 'Turns of indexes that a node did not answer, by kind', [
    ...labels,
    'kind',
  ])
  const courses: Course[] = followers.map((follower) => ({ follower, word: 'waiting', failures: 0, notBefore: 0 }))

  function measure({ follower }: Course): void {
    const progress = follower.progress()
    if (!progress) return
    const where = { index: follower.name, network }
    blocks.set(Number(progress.tip), where)
    behind.set(Number(leftOf(progress)), where)
  }

  function failed(course: Course, error: unknown): void {
    const kind = error instanceof ChainMoved ? 'moved' : error instanceof RpcUnreachable ? 'unreachable' : 'rejected'
    const index = course.follower.name
    failures.add({ index, network, kind })
    course.failures += 1
    course.notBefore = clock.now() + Math.min(longestPauseMs, firstPauseMs * 2 ** (course.failures - 1))
    // A chain that moves while it is read is nothing unusual.
    if (course.failures === 1 && kind === 'moved') return
    if (course.word !== 'failing') log.warn({ index, network, reason: (error as Error).message }, 'index waits for its node')
    course.word = 'failing'
  }

  async function turn(course: Course, signal: AbortSignal): Promise<void> {
    try {
      const follows = await course.follower.turn(signal, clock.now() + turnMs)
      if (course.word === 'failing') log.info({ index: course.follower.name, network }, 'index reads on')
      course.word = follows ? 'following' : 'absent'
      course.failures = 0
      course.notBefore = follows ? 0 : clock.now() + absentMs
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof RpcUnreachable || error instanceof RpcRejected || error instanceof ChainMoved)) throw error
      failed(course, error)
    } finally {
      measure(course)
    }
  }

  return {
    async run(signal) {
      if (chain.awaited) return
      for (const course of courses) {
        if (signal.aborted) return
        // A clock that was put back must not keep it waiting for longer.
        if (course.notBefore > clock.now() && course.notBefore - clock.now() <= absentMs) continue
        await turn(course, signal)
      }
    },
    state: () => courses.map((course) => standOf(course, network)),
  }
}

function leftOf({ firm, final }: { firm: bigint; final: bigint }): bigint {
  return final > firm ? final - firm : 0n
}

function standOf({ follower, word }: Course, network: string): IndexStands {
  const progress = follower.progress()
  const stands = { index: follower.name, network }
  if (!progress || word === 'absent' || word === 'waiting') {
    const nothing = { block: null, head: null, behind: null, progress: null, since: null, asOf: null }
    return { ...stands, state: word === 'following' ? 'waiting' : word, ...nothing }
  }
  const { start, firm, tip, head, final, caughtUp, startAt, tipAt, lookedAt } = progress
  const left = leftOf(progress)
  const whole = final - start + 1n
  return {
    ...stands,
    state: word === 'failing' ? 'failing' : caughtUp ? 'current' : 'reading',
    block: Number(tip),
    head: Number(head),
    behind: Number(left),
    progress: whole <= 0n || caughtUp ? 1 : Math.floor((Number(firm - start + 1n) / Number(whole)) * 10_000) / 10_000,
    since: isoTime(Number(startAt) * 1_000),
    asOf: tip >= head ? isoTime(lookedAt) : tipAt === null ? null : isoTime(Number(tipAt) * 1_000),
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
