import { UpstreamError, UpstreamGarbage, UpstreamRejected, UpstreamUnreachable } from '../../../net/upstream-errors.ts'
import type { Clock } from '../../../shared/clock.ts'
import type { Feed } from '../../policy/feed.ts'
import type { Source } from '../../policy/create-source.ts'
import type { Finding, UnavailableReason } from '../finding.ts'

/** What a feed says of a key, as a finding: null is "not found", and an error of the upstream is "unavailable". */
export async function findingOf<V>(
  asked: { readonly source: Source; readonly feed: Feed<V | null>; readonly clock: Clock },
  key: string,
  signal: AbortSignal,
): Promise<Finding<V>> {
  const { source, feed, clock } = asked
  const startedAt = clock.now()
  const latencyMs = () => Math.max(0, clock.now() - startedAt)
  signal.throwIfAborted()
  try {
    const { value, source: stamp } = await feed.get(key, { signal })
    if (value === null) return { status: 'not_found', source: stamp, latencyMs: latencyMs() }
    return { status: 'found', value, source: stamp, latencyMs: latencyMs() }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof UpstreamError)) throw error
    const reason = reasonOf(error)
    const retryable = reason !== 'blocked' && reason !== 'disabled'
    return { status: 'unavailable', reason, sourceId: source.terms.id, retryable, latencyMs: latencyMs() }
  }
}

function reasonOf(error: UpstreamError): UnavailableReason {
  if (error instanceof UpstreamGarbage) return 'not_understood'
  if (error instanceof UpstreamRejected) {
    if (error.status === 429 || error.status === 418) return 'busy'
    if (error.status === 401 || error.status === 403 || error.status === 451) return 'blocked'
    return error.status >= 500 ? 'down' : 'not_understood'
  }
  if (!(error instanceof UpstreamUnreachable)) return 'down'
  if (error.reason === 'timeout' || error.reason === 'disabled') return error.reason
  return error.reason === 'paused' ? 'busy' : 'down'
}
