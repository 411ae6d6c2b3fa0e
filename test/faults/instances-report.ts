import { machineText } from '../../bench/harness/machine.ts'
import { isBookedIn, percentile, presentedByWay, refusalsByCode, sumsByNetwork, timesUntilAnswered } from './figures.ts'
import type { Violation } from './judge.ts'
import { describeViolation } from './report.ts'
import type { InstancesResult } from './run-instances.ts'

/** All figures of a run with several instances, for people and for programs. Amounts are in dollars. */
export function instancesFigures(result: InstancesResult): Record<string, string | number> {
  const { options, purchases, exchanges, ledger, transfers, counts, disturbances, instances, violations } = result
  const count = (state: string) => ledger.rows.filter((row) => row.state === state).length
  const broken = (...rules: readonly Violation['rule'][]) => violations.filter(({ rule }) => rules.includes(rule)).length
  const answered = purchases.filter(({ answers }) => answers.length > 0)
  const times = timesUntilAnswered(answered)
  const atOnce = timesUntilAnswered(answered.filter(({ tries }) => tries === 1))
  const cutOff = purchases.filter(({ cutOffAt }) => cutOffAt !== null)
  const afterKill = cutOff.flatMap(({ cutOffAt, answeredAt }) =>
    answeredAt === null || answeredAt < cutOffAt! ? [] : [answeredAt - cutOffAt!],
  )
  const isBooked = isBookedIn(transfers)
  const ofQuota = exchanges.filter(({ path }) => path === '/v1/settlement/estimate').map(({ ms }) => ms)
  return {
    'seconds under load': Math.round(result.loadMs / 1000),
    payers: options.payers,
    instances: instances.length,
    'ready, % of the time': Math.round(100 * result.readyShare),
    'start to ready p50, ms': Math.round(
      percentile(
        instances.flatMap(({ startMs }) => startMs),
        50,
      ),
    ),
    ...(options.rolling
      ? {
          'restarts in order': disturbances.restartMs.length,
          'SIGTERM to ready again p50, ms': Math.round(percentile(disturbances.restartMs, 50)),
        }
      : {
          SIGKILL: instances.reduce((sum, { kills }) => sum + kills, 0),
          'starts that failed': instances.reduce((sum, { failedStarts }) => sum + failedStarts, 0),
          'PostgreSQL restarts': disturbances.postgresRestarts,
          'PostgreSQL down for, ms': Math.round(percentile(disturbances.postgresDownMs, 100)),
        }),
    calls: exchanges.length,
    'calls that found no instance ready': result.waited,
    ...byOutcome(exchanges),
    ...presentedByWay(purchases),
    answered: answered.length,
    'answered when presented again at the end': result.answeredLate,
    charged: count('settled'),
    'answered and not charged (too little was observed)': count('uncharged'),
    released: count('released'),
    credits: ledger.rows.filter((row) => row.state === 'credit' && isBooked(row)).length,
    'refused after the claim': count('refused'),
    'reversed (losses booked)': count('reversed'),
    ...refusalsByCode(purchases),
    'until answered p50, ms': Math.round(percentile(times, 50)),
    'until answered p99, ms': Math.round(percentile(times, 99)),
    'until answered max, ms': Math.round(percentile(times, 100)),
    'answered at the first try': atOnce.length,
    'at the first try p50, ms': Math.round(percentile(atOnce, 50)),
    'at the first try p99, ms': Math.round(percentile(atOnce, 99)),
    'payments cut off': cutOff.length,
    ...(cutOff.length > 0
      ? {
          'cut off until answered p50, ms': Math.round(percentile(afterKill, 50)),
          'cut off until answered max, ms': Math.round(percentile(afterKill, 100)),
        }
      : {}),
    'quota calls p50, ms': Math.round(percentile(ofQuota, 50)),
    'quota calls p99, ms': Math.round(percentile(ofQuota, 99)),
    'addresses that used up their quota': counts.quota.clients,
    'quota given': counts.quota.given,
    'quota counted': counts.quota.counted,
    'quota calls cut off or failed': counts.quota.unclear,
    'wallets with several first calls at once': counts.freeCalls.firstCalls,
    'first calls free given': counts.freeCalls.given,
    'first calls free counted': counts.freeCalls.counted,
    'first calls free booked': counts.freeCalls.booked,
    ...sumsByNetwork(result.networks, ledger.rows, transfers),
    'charged twice': broken('charged twice'),
    'charged unserved': broken('charged unserved'),
    'served unpaid': broken('served unpaid', 'two answers', 'two free calls'),
    'ledger differs from chain': broken('ledger differs from chain'),
    'not ended': broken('not ended'),
    'quota not exact': counts.quotaWrong.length,
    'first calls free not exact': counts.freeCallsWrong.length,
    ...(options.rolling ? { 'failed calls': exchanges.filter(({ failed }) => failed).length } : {}),
  }
}

/** Every violation, with its events. */
export function instancesWrong(result: InstancesResult): string[] {
  const { violations, disturbances, ledger, counts, complaints, exchanges, options } = result
  const failed = options.rolling ? exchanges.filter((exchange) => exchange.failed) : []
  return [
    ...violations.map((violation) => describeViolation(violation, { events: disturbances.events, ledger })),
    ...counts.quotaWrong.map((what) => `quota: ${what}`),
    ...counts.freeCallsWrong.map((what) => `first calls free: ${what}`),
    ...failed.map(({ at, ms, by, path, outcome }) => {
      const time = new Date(at).toISOString().slice(11, 23)
      return `failed call: ${time} ${by} ${path}: ${outcome} after ${Math.round(ms)} ms`
    }),
    ...complaints,
  ]
}

export function machineLine(): string {
  return machineText().split('\n')[0]!
}

/** Number of calls per outcome, most frequent first. */
function byOutcome(exchanges: InstancesResult['exchanges']): Record<string, number> {
  const outcomes = [...Map.groupBy(exchanges, ({ outcome }) => outcome)].map(([outcome, all]) => [`  ${outcome}`, all.length] as const)
  return Object.fromEntries(outcomes.toSorted(([, one], [, other]) => other - one))
}
