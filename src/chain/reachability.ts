import { alarmFields } from '../shared/alarm.ts'
import { hasPassed, type Cancel, type Clock, type Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Chain, Reachability } from './chain.ts'

/** The same, for the RPC client, which reports what became of its calls. */
export interface ReachabilityTracker extends Reachability {
  answered(): void
  /** A call got no answer from any node. A slow call may fail alone, so a probe decides. */
  failed(): void
  close(): void
}

/** Milliseconds after an answer in which no probe is sent. With the time that a node has to answer, a silent one is found within a second. */
const freshMs = 280
/** Milliseconds after `watch` in which probes are sent. */
const watchedMs = 3_000
/** Pause between two probes of a network that is down. */
const retryMs = 1_000

/**
 * Follows whether a network answers. While nobody watches it, no probe is sent. One that is down is probed until it answers, so
 * that it comes back by itself. A change is logged once, unless no node has ever answered: whoever connects reports that.
 * @param probe one cheap call with a time limit of its own; it resolves when any node answered.
 */
export function createReachability(parts: {
  readonly probe: () => Promise<unknown>
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly network: string
}): ReachabilityTracker {
  const { clock, timers, log, network } = parts
  let reachable = true
  let answers = 0
  let answeredAt = Number.NEGATIVE_INFINITY
  let watchedAt = Number.NEGATIVE_INFINITY
  let probing = false
  let closed = false
  let waiting: Cancel | null = null
  const listeners = new Set<(reachable: boolean) => void>()

  function answered(): void {
    answeredAt = clock.now()
    answers += 1
    if (reachable) return
    reachable = true
    for (const tell of listeners) tell(true)
    log.info({ network }, 'network answers again: it is offered')
  }

  function unanswered(): void {
    const changed = reachable
    if (reachable && answers > 0)
      log.error({ ...alarmFields('unreachable'), network }, 'no node of the network answers: it is not offered until one does')
    reachable = false
    if (changed) for (const tell of listeners) tell(false)
  }

  async function probe(): Promise<void> {
    waiting?.()
    waiting = null
    if (probing || closed) return
    probing = true
    const before = answers
    const isAnswered = await parts.probe().then(
      () => true,
      () => false,
    )
    probing = false
    if (isAnswered) answered()
    // Another call may have been answered meanwhile: then only the probe was lost.
    else if (answers === before) unanswered()
    goOn()
  }

  /** Sets the timer of the next probe, if there is to be one. */
  function goOn(): void {
    if (waiting || probing || closed) return
    const now = clock.now()
    if (reachable && hasPassed(watchedAt, watchedMs, now)) return
    const pauseMs = reachable ? Math.min(freshMs, Math.max(0, answeredAt + freshMs - now)) : retryMs
    waiting = timers.after(pauseMs, () => {
      waiting = null
      if (reachable && !hasPassed(answeredAt, freshMs, clock.now())) goOn()
      else void probe()
    })
  }

  return {
    get reachable() {
      return reachable
    },
    watch() {
      watchedAt = clock.now()
      goOn()
    },
    onChange: (tell) => void listeners.add(tell),
    answered,
    failed: () => void (reachable && probe()),
    close() {
      closed = true
      waiting?.()
    },
  }
}

/** Whether a network can be asked now: it was connected, and its nodes are not known to be silent. */
export function answersNow({ awaited, reachability }: Pick<Chain, 'awaited' | 'reachability'>): boolean {
  return !awaited && reachability?.reachable !== false
}
