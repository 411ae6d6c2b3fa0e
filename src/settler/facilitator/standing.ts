import { hasPassed } from '../../shared/clock.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Meters } from '../meters.ts'
import type { Facilitator, SettleAnswer } from './facilitator.ts'

/** What is known of the facilitator itself: where it settles, and whether it answers. One for all networks. */
export interface Standing {
  /** Nothing new is sold on this network: it does not settle there, or does not answer. */
  stalled(network: string): boolean
  /** How many payments may be with it at once on a network. */
  readonly atOnce: number
  /** It answers, and settles on a network of ours. */
  readonly well: boolean
  heard(answer: SettleAnswer): void
  /** A payment that it refused was looked at: it was right, or the payment would succeed. */
  refused(rightly: boolean): void
  /** Asks where it settles, when that is due. */
  refresh(): Promise<void>
}

const atOnce = 16
/** After so many settlements in a row without an answer, or refused for no reason that we see, it counts as gone, for this long; then others are tried. */
const mostFailures = 3
const goneMs = 30_000
/** What it supports is asked for again after these: in peace, and while it is not known. */
const peaceMs = 5 * 60_000
const unknownMs = 5_000

export function createStanding(parts: {
  readonly facilitator: Facilitator
  /** Ids of the networks on which it is to settle. */
  readonly networks: readonly string[]
  readonly clock: Clock
  readonly log: Log
  readonly meters: Meters
}): Standing {
  const { facilitator, networks, clock, log, meters } = parts
  let supported: ReadonlySet<string> | null = null
  let askedAt: number | null = null
  let asking: Promise<void> | null = null
  let failures = 0
  let failedAt = 0
  let told = false
  let toldMissing = ''

  const silent = () => supported === null || (failures >= mostFailures && !hasPassed(failedAt, goneMs, clock.now()))

  function tell(): void {
    const gone = supported === null || failures >= mostFailures
    if (gone === told) return
    told = gone
    if (!gone) return log.info({}, 'the facilitator answers')
    meters.alarms.add({ network: 'all', alarm: 'facilitator_silent' })
    log.error({ settlements: failures }, 'the facilitator does not settle: its networks are not offered, and payments wait')
  }

  function tellMissing(answer: ReadonlySet<string>): void {
    const missing = networks.filter((network) => !answer.has(network))
    if (missing.join() === toldMissing) return
    toldMissing = missing.join()
    log.warn({ missing }, 'networks on which the facilitator does not settle are not offered')
  }

  function failed(): void {
    failures += 1
    failedAt = clock.now()
  }

  async function ask(): Promise<void> {
    askedAt = clock.now()
    const answer = await facilitator.supported()
    // What it settled before it fell silent it will settle again.
    if (answer !== null) {
      supported = answer
      tellMissing(answer)
    }
    tell()
  }

  return {
    stalled: (network) => silent() || !supported?.has(network),
    get atOnce() {
      return failures >= mostFailures ? 1 : atOnce
    },
    get well() {
      return !silent() && networks.some((network) => supported?.has(network))
    },
    heard(answer) {
      // Whether a refusal is an answer is known when the payment was looked at.
      if (answer.kind === 'says_failed') return
      if (answer.kind === 'unknown' && answer.why !== 'pending') failed()
      else failures = 0
      tell()
    },
    refused(rightly) {
      if (rightly) failures = 0
      else {
        failed()
        // It may have left this network.
        askedAt = null
      }
      tell()
    },
    async refresh() {
      const pauseMs = supported === null ? unknownMs : peaceMs
      if (askedAt !== null && asking === null && !hasPassed(askedAt, pauseMs, clock.now())) return
      asking ??= ask().finally(() => (asking = null))
      await asking
    },
  }
}
