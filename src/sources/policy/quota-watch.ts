import { UpstreamRejected, type UpstreamError } from '../../net/upstream-errors.ts'
import { alarmFields } from '../../shared/alarm.ts'
import { lastSecond, type Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import type { RequestLimit } from './request-limit.ts'

/** What a source may still be asked, for a status page. */
export interface QuotaState {
  /** Requests that may go out now, and the plan that allows them; null where no plan is known to us. */
  readonly plan: { readonly left: number; readonly requests: number; readonly perSeconds: number } | null
  /** Our share of the plan is used up, or the upstream says that it is. */
  readonly usedUp: boolean
  /** ISO time from which requests may go out again; null while they may, and where that is unknown. */
  readonly againAt: string | null
}

/** Notices when the quota of a source is used up: one alarm, nothing while it lasts, one line when it is over. */
export interface QuotaWatch {
  /** Counts a request. @throws UpstreamUnreachable `paused` when it would exceed the limit */
  take(): void
  /** Runs one request, and notes what its answer says of the quota. */
  watch<T>(request: () => Promise<T>): Promise<T>
  /** Null where there is nothing to tell. */
  state(): QuotaState | null
}

export interface QuotaWatchParts {
  readonly id: string
  readonly limit: RequestLimit | undefined
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** An upstream that wants a longer pause does not count requests by the minute: the plan is used up. */
const longPauseMs = 60_000
/** A limit for a shorter time is used up all the time, and refills before anybody could act. */
const shortestPlanMs = 3_600_000

export function createQuotaWatch({ id, limit, clock, log, metrics }: QuotaWatchParts): QuotaWatch {
  const left = metrics.gauge('farthing_source_requests_left', 'Requests that a source may be asked now, within the plan of its settings', [
    'source',
  ])
  const used = metrics.gauge('farthing_source_quota_used_up', '1 while the quota of a source is used up', ['source'])
  const plan = limit !== undefined && limit.perMs >= shortestPlanMs ? limit : null
  let usedUp: { readonly by: 'us' | 'upstream'; readonly againAt: number | null } | null = null
  /** Answers in a row that asked for fewer requests. */
  let refusals = 0

  function begin(by: 'us' | 'upstream', waitMs: number | null): void {
    const againAt = waitMs === null ? null : Math.min(clock.now() + waitMs, lastSecond * 1_000)
    const isNew = usedUp === null
    usedUp = { by, againAt }
    used.set(1, { source: id })
    if (!isNew) return
    const who = by === 'us' ? 'our share of its plan is used up' : 'it says that our plan is used up'
    log.error(
      { ...alarmFields('source_quota'), againAt: timeOf(againAt) },
      `${who}: other sources or older data are used where there are any; logged again when it is asked again`,
    )
  }

  function end(): void {
    usedUp = null
    used.set(0, { source: id })
    log.info({}, 'the source is asked again: its quota is not used up any longer')
  }

  /** A single request that was saved would end it for a moment only. */
  function look(): void {
    if (plan === null) return
    const { left: now } = plan.figures()
    left.set(now, { source: id })
    if (usedUp?.by === 'us' && now >= plan.figures().enough) end()
  }

  function note(error: UpstreamError): void {
    if (!(error instanceof UpstreamRejected)) return
    const { status, retryAfterMs } = error
    const wantsFewer = status === 429 || status === 418
    refusals = wantsFewer ? refusals + 1 : 0
    // A short pause is a matter of seconds. Who refuses again after it has more against us.
    if (status === 402 || (wantsFewer && (refusals > 1 || (retryAfterMs ?? 0) >= longPauseMs))) begin('upstream', retryAfterMs)
  }

  return {
    take() {
      const waitMs = limit?.waitMs() ?? 0
      if (waitMs > 0 && plan !== null) begin('us', waitMs)
      limit?.take()
    },
    async watch(request) {
      try {
        const value = await request()
        refusals = 0
        if (usedUp?.by === 'upstream') end()
        look()
        return value
      } catch (error) {
        note(error as UpstreamError)
        throw error
      }
    },
    state() {
      look()
      if (plan === null && usedUp === null) return null
      const figures = plan?.figures() ?? null
      return {
        plan: plan && figures && { left: figures.left, requests: plan.requests, perSeconds: plan.perMs / 1_000 },
        usedUp: usedUp !== null,
        againAt: usedUp === null ? null : timeOf(usedUp.againAt),
      }
    },
  }
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
