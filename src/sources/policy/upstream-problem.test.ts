import { expect, test } from 'vitest'
import { UpstreamRejected, UpstreamUnreachable } from '../../net/upstream-errors.ts'
import { problemDetails } from '../../shared/problems.ts'
import { upstreamProblem } from './upstream-problem.ts'

const detail = 'No source gives rates at present.'

test('a source that is down is a 503 that may succeed later, after the seconds for which it asked', () => {
  const problem = upstreamProblem(detail, new UpstreamRejected(429, 90_000))
  expect(problemDetails(problem)).toMatchObject({ status: 503, code: 'upstream_unavailable', retryable: true, retryAfterSeconds: 90 })
  expect(problemDetails(upstreamProblem(detail))).toMatchObject({ retryable: true, retryAfterSeconds: 5 })
})

test('a source that is switched off is a 503 that does not succeed later, and says so', () => {
  const details = problemDetails(upstreamProblem(detail, new UpstreamUnreachable('disabled')))
  expect(details).toMatchObject({ status: 503, code: 'offer_unavailable', detail, retryable: false })
  expect(details).not.toHaveProperty('retryAfterSeconds')
  expect(details.fix).not.toContain('later')
})
