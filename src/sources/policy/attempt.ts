import { UpstreamError, UpstreamGarbage, UpstreamRejected, UpstreamUnreachable } from '../../net/upstream-errors.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { Random } from '../../shared/random.ts'
import type { Breaker } from '../../net/breaker.ts'

export interface AttemptSettings {
  /** Number of retries after a failed request. */
  readonly retries: number
  /** The pause before the first retry, about; twice that before the second. */
  readonly backoffMs: number
}

export const defaultAttempts: AttemptSettings = { retries: 2, backoffMs: 100 }

/** The pauses after "too many requests" and after "payment required" without a time: the plan is used up. */
const pauseWithoutHeaderMs = 10_000
const pauseWithoutPlanMs = 60_000

/** What an error says about the host: it failed, it wants fewer requests, it is fine, or nothing. */
function verdictOn(error: unknown): { kind: 'failed' | 'fine' | 'abandoned' } | { kind: 'paused'; ms: number } {
  // Our own request limit stopped it.
  if (error instanceof UpstreamUnreachable && error.reason === 'paused') return { kind: 'abandoned' }
  // A request is aborted only when the time of its load is over, which is the upstream's fault.
  if (error instanceof UpstreamUnreachable || error instanceof UpstreamGarbage) return { kind: 'failed' }
  if (!(error instanceof UpstreamRejected)) return { kind: 'abandoned' }
  // Binance answers 418 to a client that continues after 429.
  if (error.status === 429 || error.status === 418) return { kind: 'paused', ms: error.retryAfterMs ?? pauseWithoutHeaderMs }
  if (error.status === 402) return { kind: 'paused', ms: error.retryAfterMs ?? pauseWithoutPlanMs }
  if (error.status === 503 && error.retryAfterMs !== null) return { kind: 'paused', ms: error.retryAfterMs }
  return { kind: error.status >= 500 || error.status < 400 ? 'failed' : 'fine' }
}

/**
 * Runs one request against a host through its breaker, and again after a failure that a retry may solve. A slow upstream gets
 * no retry, since the caller would only wait longer.
 * @throws UpstreamError of the last attempt; UpstreamUnreachable `breaker_open` or `paused` when no request was sent.
 */
export async function attempt<T>(
  run: () => Promise<T>,
  parts: {
    breaker: Breaker
    clock: Clock
    timers: Timers
    random: Random
    settings: AttemptSettings
    signal: AbortSignal
    subject?: string
  },
): Promise<T> {
  const { breaker, timers, random, settings, signal, subject } = parts
  for (let tried = 0; ; tried++) {
    const admission = breaker.enter()
    if (admission.kind === 'refused') {
      throw new UpstreamUnreachable(admission.state === 'paused' ? 'paused' : 'breaker_open', { retryAfterMs: admission.retryAfterMs })
    }
    try {
      const result = await run()
      breaker.succeeded(subject)
      return result
    } catch (error) {
      const verdict = verdictOn(error)
      if (verdict.kind === 'failed') breaker.failed(error instanceof UpstreamGarbage ? subject : undefined)
      else if (verdict.kind === 'paused') breaker.pausedFor(verdict.ms)
      else if (verdict.kind === 'fine') breaker.succeeded(subject)
      else breaker.abandoned()
      if (verdict.kind !== 'failed' || tried >= settings.retries || isTooSlow(error)) throw error
      await pause(timers, settings.backoffMs * 2 ** tried * jitter(random), signal, error)
    }
  }
}

function isTooSlow(error: unknown): boolean {
  return error instanceof UpstreamUnreachable && (error.reason === 'timeout' || error.reason === 'aborted')
}

/** Between one half and one and a half. */
function jitter(random: Random): number {
  return 0.5 + (random.bytes(1)[0] ?? 128) / 256
}

async function pause(timers: Timers, ms: number, signal: AbortSignal, error: unknown): Promise<void> {
  await timers.sleep(ms, signal).catch(() => {
    throw error instanceof UpstreamError ? error : new UpstreamUnreachable('aborted', { cause: error })
  })
}
