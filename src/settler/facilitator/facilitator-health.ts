import { hasPassed } from '../../shared/clock.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { createSingleFlight } from '../../shared/single-flight.ts'
import type { SettlerMetrics } from '../settler-metrics.ts'
import type { Facilitator, SettleAnswer } from './facilitator.ts'
import { alarmFields } from '../../shared/alarm.ts'

/** What is known of the facilitator itself: on which networks it settles, and whether it answers. One for all networks. */
export interface FacilitatorHealth {
  /** Nothing new is sold on this network: the facilitator does not settle there, or does not answer. */
  stalled(network: string): boolean
  /** How many payments it may have at once on a network. */
  readonly maxInFlight: number
  /** It answers, and settles on a network of ours. */
  readonly isUp: boolean
  recordAnswer(answer: SettleAnswer): void
  /** A payment that it refused was simulated: it was right, or the payment would succeed. */
  recordRefusal(rightly: boolean): void
  /** Asks where it settles, when that is due. */
  refresh(): Promise<void>
}

export interface FacilitatorHealthParts {
  readonly facilitator: Facilitator
  /** Ids of the networks on which it is to settle. */
  readonly networks: readonly string[]
  readonly clock: Clock
  readonly log: Log
  readonly metrics: SettlerMetrics
}

const maxInFlight = 16
/**
 * After so many settlements in a row without an answer, or refused for no reason that we see, it counts as down for this long.
 * Then other payments are tried.
 */
const maxFailures = 3
const downMs = 30_000
/** How often it is asked what it supports: once that is known, and before. */
const supportedEveryMs = 5 * 60_000
const unknownEveryMs = 5_000

export function createFacilitatorHealth({ facilitator, networks, clock, log, metrics }: FacilitatorHealthParts): FacilitatorHealth {
  const singleFlight = createSingleFlight<'supported', void>()
  const reports = createHealthReports({ networks, log, metrics })
  let supported: ReadonlySet<string> | null = null
  let asking = false
  let askedAt: number | null = null
  let failures = 0
  let failedAt = 0

  const hasFailed = () => failures >= maxFailures
  const isDown = () => supported === null || (hasFailed() && !hasPassed(failedAt, downMs, clock.now()))
  const report = () => reports.down(supported === null || hasFailed(), failures)

  function recordFailure(): void {
    failures += 1
    failedAt = clock.now()
  }

  async function askSupported(): Promise<void> {
    asking = true
    askedAt = clock.now()
    try {
      const answer = await facilitator.supported()
      // What it settled before it stopped answering it will settle again.
      if (answer !== null) {
        supported = answer
        reports.missing(answer)
      }
      report()
    } finally {
      asking = false
    }
  }

  return {
    stalled: (network) => isDown() || !supported?.has(network),
    get maxInFlight() {
      return hasFailed() ? 1 : maxInFlight
    },
    get isUp() {
      return !isDown() && networks.some((network) => supported?.has(network))
    },
    recordAnswer(answer) {
      // Whether a refusal counts as an answer is known when the payment has been simulated.
      if (answer.kind === 'says_failed') return
      if (answer.kind === 'unknown' && answer.why !== 'pending') recordFailure()
      else failures = 0
      report()
    },
    recordRefusal(rightly) {
      if (rightly) failures = 0
      else {
        recordFailure()
        // It may have left this network.
        askedAt = null
      }
      report()
    },
    async refresh() {
      const pauseMs = supported === null ? unknownEveryMs : supportedEveryMs
      if (askedAt !== null && !asking && !hasPassed(askedAt, pauseMs, clock.now())) return
      await singleFlight('supported', askSupported)
    },
  }
}

/** Logs changes of what is known, each once. */
function createHealthReports({ networks, log, metrics }: Pick<FacilitatorHealthParts, 'networks' | 'log' | 'metrics'>) {
  let reportedDown = false
  let reportedMissing = ''
  return {
    down(isDown: boolean, failures: number): void {
      if (isDown === reportedDown) return
      reportedDown = isDown
      if (!isDown) return log.info({}, 'the facilitator answers')
      metrics.alarms.add({ network: 'all', alarm: 'facilitator_silent' })
      log.error(
        { ...alarmFields('facilitator_silent'), settlements: failures },
        'the facilitator does not settle: its networks are not offered, and payments wait',
      )
    },
    missing(supported: ReadonlySet<string>): void {
      const missing = networks.filter((network) => !supported.has(network))
      if (missing.join() === reportedMissing) return
      reportedMissing = missing.join()
      log.warn({ missing }, 'networks on which the facilitator does not settle are not offered')
    },
  }
}
