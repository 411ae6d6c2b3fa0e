import { formatUsd } from '../../src/shared/money.ts'
import { isBookedIn, percentile, presentedByWay, refusalsByCode, sumsByNetwork, timesUntilAnswered } from './figures.ts'
import type { Violation } from './judge.ts'
import type { LedgerBooks } from './ledger-books.ts'
import type { FaultsResult } from './run-faults.ts'

/** All figures of a run, for people and for programs. Amounts are in dollars. */
export function figuresOf(result: FaultsResult): Record<string, string | number> {
  const { purchases, ledger, transfers, faults, service, faultyRequests, violations } = result
  const count = (state: string) => ledger.rows.filter((row) => row.state === state).length
  const worth = (state: string) => formatUsd(ledger.rows.filter((row) => row.state === state).reduce((sum, { amount }) => sum + amount, 0n))
  const broken = (...rules: readonly Violation['rule'][]) => violations.filter(({ rule }) => rules.includes(rule)).length
  const answered = purchases.filter(({ answers }) => answers.length > 0)
  const times = timesUntilAnswered(answered)
  const atOnce = timesUntilAnswered(answered.filter(({ tries }) => tries === 1))
  const isBooked = isBookedIn(transfers)
  return {
    ...presentedByWay(purchases),
    requests: purchases.reduce((sum, { tries }) => sum + tries, 0),
    answered: answered.length,
    'answered when presented again at the end': result.answeredLate,
    charged: count('settled'),
    'free first calls': count('free'),
    released: count('released'),
    credits: count('credit'),
    'credits whose transfer was reorganised away': ledger.rows.filter((row) => row.state === 'credit' && !isBooked(row)).length,
    'refused after the claim': count('refused'),
    ...refusalsByCode(purchases),
    'reversed (losses booked)': count('reversed'),
    'losses booked, USD': worth('reversed'),
    'replays that were answered again': purchases.reduce((sum, { replays }) => sum + replays.length, 0),
    SIGKILL: service.kills,
    'starts that failed': service.failedStarts,
    'ready, % of the time under faults': Math.round(100 * result.readyShare),
    'start to ready p50, ms': Math.round(percentile(service.startMs, 50)),
    ...Object.fromEntries(Object.entries(faultyRequests).map(([fault, times]) => [`RPC requests: ${fault}`, times])),
    reorganisations: faults.reorganisations,
    'answered transfers lost in one': faults.lostTransfers,
    [`disk fillings (${result.disk})`]: faults.diskFillings,
    'clock steps': faults.clockSteps,
    'clock off by at most, s': Math.round(faults.furthestClockMs / 1000),
    'answered calls p50, ms': Math.round(percentile(times, 50)),
    'answered calls p99, ms': Math.round(percentile(times, 99)),
    'answered at the first try': atOnce.length,
    'of these p50, ms': Math.round(percentile(atOnce, 50)),
    'of these p99, ms': Math.round(percentile(atOnce, 99)),
    ...sumsByNetwork(result.world.networks, ledger.rows, transfers),
    'charged twice': broken('charged twice'),
    'charged unserved': broken('charged unserved'),
    'served unpaid': broken('served unpaid', 'two answers', 'two free calls'),
    'ledger differs from chain': broken('ledger differs from chain'),
    'not ended': broken('not ended'),
  }
}

export function table(figures: Readonly<Record<string, string | number>>): string {
  const width = Math.max(...Object.keys(figures).map((name) => name.length))
  return Object.entries(figures)
    .map(([name, figure]) => `${name.padEnd(width)}  ${String(figure).padStart(10)}`)
    .join('\n')
}

/** Describes a violation: the events of the payment, and the faults at that time. */
export function describeViolation(
  { rule, what, purchase, row }: Violation,
  { events: all, ledger }: { readonly events: readonly { readonly at: number; readonly what: string }[]; readonly ledger: LedgerBooks },
): string {
  const events = purchase?.events ?? []
  const [from, to] = purchase ? [purchase.begunAt - 2_000, (purchase.answeredAt ?? purchase.begunAt + 60_000) + 20_000] : [0, 0]
  const faults = all
    .filter(({ at }) => at >= from && at <= to)
    .map((event) => `${new Date(event.at).toISOString().slice(11, 23)} fault: ${event.what}`)
  const booked = row ? ledger.audit(row.id) : []
  const lines = [...events, ...faults, ...booked].toSorted()
  const about = row ? `receipt ${row.id}, ${row.state}${row.reason === null ? '' : ` (${row.reason})`}` : 'no row'
  return [`${rule}: ${what} (purchase ${purchase?.number ?? 'unknown'}; ${about})`, ...lines.map((line) => `    ${line}`)].join('\n')
}
