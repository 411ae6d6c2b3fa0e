import type { Timers } from '../shared/clock.ts'
import { FetchFailed } from './fetch-failed.ts'

/** The two time limits of one exchange: for all of it, and for each wait. */
export interface FetchDeadline {
  /** Aborts when a limit is reached, or when the caller's signal aborts. */
  readonly signal: AbortSignal
  /** The reason once it has aborted; null before. */
  readonly ended: FetchFailed | null
  /** Data arrived: restarts the wait for the next piece. */
  touch(): void
  stop(): void
}

export function startFetchDeadline(
  timers: Timers,
  limits: { readonly timeoutMs: number; readonly idleMs: number },
  signal: AbortSignal | undefined,
): FetchDeadline {
  const controller = new AbortController()
  let ended: FetchFailed | null = null
  const end = (reason: 'timeout' | 'idle' | 'aborted') => {
    ended ??= new FetchFailed(reason)
    controller.abort(ended)
  }
  const cancelDeadline = timers.after(limits.timeoutMs, () => end('timeout'))
  const idle = () => timers.after(limits.idleMs, () => end('idle'))
  let cancelIdle = idle()
  const abort = () => end('aborted')
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    get ended() {
      return ended
    },
    touch() {
      cancelIdle()
      cancelIdle = idle()
    },
    stop() {
      cancelDeadline()
      cancelIdle()
      signal?.removeEventListener('abort', abort)
    },
  }
}
