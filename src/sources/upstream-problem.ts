import { UpstreamError } from '../net/upstream-errors.ts'
import { Problem } from '../shared/problems.ts'

const leastSeconds = 5
const mostSeconds = 600

/** The problem that a caller sees when sources fail: our words, and when to come back. */
export function upstreamProblem(detail: string, cause?: unknown): Problem {
  const ms = cause instanceof UpstreamError ? (cause.retryAfterMs ?? 0) : 0
  const retryAfter = Math.min(mostSeconds, Math.max(leastSeconds, Math.ceil(ms / 1000)))
  return new Problem('upstream_unavailable', detail, { retryAfter, ...(cause === undefined ? {} : { cause }) })
}

/** For `.catch`: turns what a source threw into that problem, and lets everything else through. */
export function orUpstreamProblem(detail: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof UpstreamError ? upstreamProblem(detail, error) : error
  }
}
