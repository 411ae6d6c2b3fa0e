import { UpstreamError, UpstreamGarbage, UpstreamRejected, UpstreamUnreachable } from '../net/upstream-errors.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Random } from '../shared/random.ts'
import type { Breaker } from './breaker.ts'

export interface AttemptSettings {
  /** How often a failed request is tried again. */
  readonly retries: number
  /** Waits about this long before the first retry, twice that before the second. */
  readonly backoffMs: number
}

export const defaultAttempts: AttemptSettings = { retries: 2, backoffMs: 100 }

/** How long a host is left alone that says "too many" without saying until when. */
const pauseWithoutHeaderMs = 10_000

/** What an error says about the host: that it is broken, that it wants us to wait, or nothing (it knows no such thing). */
function verdictOn(error: unknown): { kind: 'failed' | 'fine' | 'abandoned' } | { kind: 'paused'; ms: number } {
  // Our own pace held it back.
  if (error instanceof UpstreamUnreachable && error.reason === 'paused') return { kind: 'abandoned' }
  // Only the end of a load's time aborts a request, and that is the upstream's doing.
  if (error instanceof UpstreamUnreachable || error instanceof UpstreamGarbage) return { kind: 'failed' }
  if (!(error instanceof UpstreamRejected)) return { kind: 'abandoned' }
  // Binance says 418 to one who did not stop at 429.
  if (error.status === 429 || error.status === 418) return { kind: 'paused', ms: error.retryAfterMs ?? pauseWithoutHeaderMs }
  if (error.status === 503 && error.retryAfterMs !== null) return { kind: 'paused', ms: error.retryAfterMs }
  return { kind: error.status >= 500 || error.status < 400 ? 'failed' : 'fine' }
}

/**
 * Runs one request against a host: through its breaker, and again after a failure that another try may mend. A slow
 * upstream is not asked again: that would only make the caller wait longer.
 * @throws UpstreamError of the last attempt; UpstreamUnreachable `breaker_open` or `paused` when it was not asked at all.
 */
export async function attempt<T>(
  run: () => Promise<T>,
  parts: { breaker: Breaker; clock: Clock; timers: Timers; random: Random; settings: AttemptSettings; signal: AbortSignal },
): Promise<T> {
  const { breaker, timers, random, settings, signal } = parts
  for (let tried = 0; ; tried++) {
    const admission = breaker.admit()
    if (admission.kind === 'refused') {
      throw new UpstreamUnreachable(admission.state === 'paused' ? 'paused' : 'breaker_open', { retryAfterMs: admission.retryAfterMs })
    }
    try {
      const result = await run()
      breaker.succeeded()
      return result
    } catch (error) {
      const verdict = verdictOn(error)
      if (verdict.kind === 'failed') breaker.failed()
      else if (verdict.kind === 'paused') breaker.pausedFor(verdict.ms)
      else if (verdict.kind === 'fine') breaker.succeeded()
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
