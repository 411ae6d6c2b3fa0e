import { UpstreamError, UpstreamUnreachable } from '../../net/upstream-errors.ts'
import { Problem } from '../../shared/problems.ts'
import { switchedOff } from '../../shared/switched-off.ts'

const minSeconds = 5
const maxSeconds = 600

/** The problem that a caller sees when sources fail, with the time of the next try; there is none for a source that is switched off. */
export function upstreamProblem(detail: string, cause?: unknown): Problem {
  if (cause instanceof UpstreamUnreachable && cause.reason === 'disabled') return switchedOff(detail)
  const ms = cause instanceof UpstreamError ? (cause.retryAfterMs ?? 0) : 0
  const retryAfter = Math.min(maxSeconds, Math.max(minSeconds, Math.ceil(ms / 1000)))
  return new Problem('upstream_unavailable', detail, { retryAfter, ...(cause === undefined ? {} : { cause }) })
}

/** For `.catch`: turns an error of a source into that problem, and throws every other error again. */
export function orUpstreamProblem(detail: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof UpstreamError ? upstreamProblem(detail, error) : error
  }
}
