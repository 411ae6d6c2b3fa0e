import type { Timers } from '../shared/clock.ts'
import { FetchFailed } from './fetch-failed.ts'

/** Two limits of time on one exchange. */
export interface Watch {
  /** Aborts when time is over, or when the caller's signal does. */
  readonly signal: AbortSignal
  /** Why it is over; null while it is not. */
  readonly ended: FetchFailed | null
  /** Something came: the wait for the next thing begins anew. */
  touch(): void
  stop(): void
}

export function startWatch(
  timers: Timers,
  limits: { readonly timeoutMs: number; readonly idleMs: number },
  signal: AbortSignal | undefined,
): Watch {
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
