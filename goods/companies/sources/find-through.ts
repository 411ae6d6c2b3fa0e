import { type Feed, UpstreamError, UpstreamGarbage, UpstreamRejected, UpstreamUnreachable } from '../../../src/goods/kit/http.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'
import type { RegisterFinding, UnavailableReason } from './finding.ts'

/** A source answered that it, or the authority behind it, can't say anything now. `code` is our own word for it, never the source's text. */
export class NoVerdict extends UpstreamError {
  readonly code: string
  readonly reason: UnavailableReason
  /** The same question can be answered later. */
  readonly retryable: boolean

  constructor(code: string, reason: UnavailableReason, retryable: boolean) {
    super(`the source gave no verdict: ${code}`)
    this.code = code
    this.reason = reason
    this.retryable = retryable
  }
}

/** What the value of a feed says, and how long it took: found, or not found where `present` gives null. */
export async function findThrough<V, T>(
  feed: Feed<V>,
  key: string,
  { sourceId, clock, signal, present }: { sourceId: string; clock: Clock; signal: AbortSignal; present: (value: V) => T | null },
): Promise<RegisterFinding<T>> {
  const startedAt = clock.now()
  try {
    const { value, source } = await feed.get(key, { signal })
    const latencyMs = clock.now() - startedAt
    const found = present(value)
    return found === null ? { status: 'not_found', source, latencyMs } : { status: 'found', value: found, source, latencyMs }
  } catch (error) {
    if (signal.aborted || !(error instanceof UpstreamError)) throw error
    return { status: 'unavailable', ...whyUnavailable(error), sourceId, latencyMs: clock.now() - startedAt }
  }
}

/** Why a source gave no verdict, and whether it may give one later. */
function whyUnavailable(error: UpstreamError): { readonly reason: UnavailableReason; readonly retryable: boolean } {
  if (error instanceof NoVerdict) return { reason: error.reason, retryable: error.retryable }
  const reason = reasonOf(error)
  return { reason, retryable: reason !== 'disabled' && reason !== 'blocked' }
}

function reasonOf(error: UpstreamError): UnavailableReason {
  if (error instanceof UpstreamGarbage) return 'not_understood'
  if (error instanceof UpstreamRejected) {
    if (error.status === 429 || error.status === 418) return 'busy'
    if (error.status === 401 || error.status === 403) return 'blocked'
    return error.status >= 500 ? 'down' : 'not_understood'
  }
  if (!(error instanceof UpstreamUnreachable)) return 'down'
  if (error.reason === 'disabled') return 'disabled'
  if (error.reason === 'paused') return 'busy'
  return error.reason === 'timeout' ? 'timeout' : 'down'
}
