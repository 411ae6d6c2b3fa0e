import { alarmFields } from '../shared/alarm.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'

/** Judges the wall clock of this machine by the clocks of nodes, and notices when it is changed. It asks nothing itself. */
export interface ClockWatch {
  /** With an answer, a node told its time: its clock is so far ahead of ours, in milliseconds. */
  heardTime(node: string, aheadMs: number): void
  /** A network has a block of this time, in unix seconds. */
  sawBlock(network: string, timestamp: bigint): void
  /** Compares, and logs what has changed. To be called every few seconds. */
  look(): void
  /** Whether the clock is known to be wrong. */
  isOff(): boolean
  /** False while the clock is so far ahead that every payment which a caller signs now has expired by it. */
  maySell(): boolean
}

export interface ClockWatchParts {
  readonly clock: Clock
  readonly monotonic: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** The clock is wrong from here on, and right again below the second limit. A date of a node is exact to about a second. */
const maxOffMs = 10_000
const rightAgainMs = 8_000
/** The time of a block may be this much ahead of the true time on some networks. */
const maxBlockAheadMs = 30_000
/** Payments are signed for five minutes (`maxTimeoutSeconds` of our terms). */
const windowMs = 300_000
/** What a node said longer ago says nothing about now. */
const freshMs = 60_000
/** Milliseconds that nodes have to say which time is right after a change of the clock. */
const nodesMs = 12_000

interface Reading {
  readonly aheadMs: number
  /** By the monotonic clock. */
  readonly at: number
}

export function createClockWatch({ clock, monotonic, log, metrics }: ClockWatchParts): ClockWatch {
  const ahead = metrics.gauge('farthing_clock_ahead_seconds', 'How far the clock of this machine is ahead of the clocks of the nodes')
  const nodes = new Map<string, Reading>()
  const blocks = new Map<string, Reading>()
  /** What the wall clock showed more than the monotonic one. It changes only when the wall clock is changed. */
  let lead = leadNow()
  /** Changes that no node has judged yet, in milliseconds forward. */
  let unjudged: { readonly byMs: number; readonly at: number } | null = null
  let off = false
  let oursAheadMs = 0

  function leadNow(): number {
    return clock.now() - monotonic.now()
  }

  function noticeChange(): void {
    const byMs = leadNow() - lead
    lead += byMs
    if (Math.abs(byMs) <= maxOffMs) return
    log.warn({ bySeconds: inSeconds(byMs) }, 'the clock of this machine was changed, or the machine was paused')
    // They were compared with the clock as it was before.
    nodes.clear()
    blocks.clear()
    unjudged = { byMs: byMs + (unjudged?.byMs ?? (off ? oursAheadMs : 0)), at: monotonic.now() }
  }

  const fresh = (readings: ReadonlyMap<string, Reading>) =>
    [...readings.values()].filter(({ at }) => monotonic.now() - at < freshMs).map(({ aheadMs }) => aheadMs)

  /** How far our clock is ahead, in milliseconds; null where nothing shows it now. */
  function judge(): number | null {
    const byNodes = fresh(nodes).toSorted((a, b) => a - b)
    const median = byNodes[Math.floor(byNodes.length / 2)]
    if (median !== undefined) return -median
    const block = Math.max(...fresh(blocks))
    if (block > maxBlockAheadMs) return -block
    if (unjudged !== null && monotonic.now() - unjudged.at >= nodesMs) return unjudged.byMs
    return null
  }

  return {
    heardTime(node, aheadMs) {
      noticeChange()
      nodes.set(node, { aheadMs, at: monotonic.now() })
    },
    sawBlock(network, timestamp) {
      noticeChange()
      blocks.set(network, { aheadMs: Number(timestamp) * 1_000 - clock.now(), at: monotonic.now() })
    },
    look() {
      noticeChange()
      const judged = judge()
      if (judged === null) return
      oursAheadMs = judged
      if (nodes.size > 0) unjudged = null
      ahead.set(judged / 1_000)
      const wasOff = off
      off = Math.abs(judged) > (wasOff ? rightAgainMs : maxOffMs)
      if (off && !wasOff)
        log.error(
          { ...alarmFields('clock'), aheadSeconds: inSeconds(judged) },
          `the clock of this machine is ${describe(judged)}: payments are refused that are valid; logged again when it is right`,
        )
      else if (wasOff && !off) log.info({}, 'the clock of this machine is right again')
    },
    isOff: () => off,
    maySell: () => !off || oursAheadMs < windowMs,
  }
}

function inSeconds(ms: number): number {
  return Math.round(ms / 1_000)
}

function describe(aheadMs: number): string {
  return `${Math.abs(inSeconds(aheadMs))} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} the time of the nodes`
}
