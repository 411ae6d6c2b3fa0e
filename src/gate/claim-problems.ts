import { Problem } from '../shared/problems.ts'
import { secondsToNextHour } from './hours.ts'

/** Why a claim was not admitted, where it is the same for authorizations and transfers. */
export function tooManyRuns(limit: number, now: number): Problem {
  return new Problem('too_many_uncharged_runs', `At most ${limit} failed or uncharged runs an hour.`, {
    retryAfter: secondsToNextHour(now),
  })
}

export function keyReused(): Problem {
  return new Problem('idempotency_key_reused', 'This key already names another request of this wallet.')
}
