import type { Log } from '../../../src/shared/log.ts'

/** A fault while it lasts. */
export interface ActiveFault {
  readonly name: string
  readonly from: number
  readonly until: number
}

/** The events of a run, in order. Its lines are kept only on request. */
export interface Scenario {
  /** @param who a payer, a network, `service` (or one of its instances) or `world` */
  record(who: string, what: string): void
  /** Unexpected errors that the service itself logs. */
  readonly alarms: readonly string[]
  readonly lines: readonly string[]
  /** Networks and times at which an instance said that its gas budget was used up. */
  readonly budgetHolds: readonly { readonly network: string; readonly at: number }[]
  /** The faults of the run, with their times in milliseconds since the epoch. */
  readonly faults: ActiveFault[]
  /** The log of the service, or of one of its instances. */
  logOf(who: string): Log
}

/** Errors that the injected faults explain: the service logs them and continues. */
const expected = [
  'a paid call could not be brought to its end',
  'run failed',
  'an answered payment was reorganised away and cannot be collected: booked as a loss',
  'an answered transfer was reorganised away for good: booked as a loss',
  'no signer has money for gas: settlements wait, and nothing is sold on this network',
  'the gas budget of the day leaves no room: settlements wait, and nothing is sold on this network',
  'the node does not answer: settlements wait, and nothing is sold on this network',
  'the ledger does not answer: settlements wait, and nothing is sold on this network',
  'the node refused a settlement transaction',
  'a credit that is due cannot be given back: it is tried again',
  'a refund could not be sent',
  'an early answer cannot be collected: its payer owes it',
  'early answers have used the bound of the day: answers wait for their settlement',
]
/** Errors that are expected when the database fails. */
const expectedOfStore = ['StoreFailed', 'StoreOutcomeUnknown', 'ledger_unavailable', 'was not written', 'connection lost']
/** Errors of an instance that was frozen for longer than its leases. */
const expectedOfSeveral = [
  'another instance has this signer: nothing was stored, nothing is sent',
  'another instance took over this signer',
  'a claim was lost while its product ran',
  'a credit was lost while its work was done',
]

export function createScenario(
  now: () => number,
  startedAt: number,
  options: { readonly keep: boolean; readonly several: boolean },
): Scenario {
  const { keep } = options
  const explained = new Set(options.several ? [...expected, ...expectedOfSeveral] : expected)
  const lines: string[] = []
  const alarms: string[] = []
  const budgetHolds: { network: string; at: number }[] = []
  const stamp = () => `${((now() - startedAt) / 1000).toFixed(3).padStart(8)}s`
  const record = (who: string, what: string) => {
    if (keep) lines.push(`${stamp()}  ${who.padEnd(14)} ${what}`)
  }

  function logOf(who: string, fields: Record<string, unknown>): Log {
    const line = (level: string) => (more: Record<string, unknown>, message: string) => {
      const all = { ...fields, ...more }
      if (keep) record(who, `${level} ${message} ${describe(all)}`)
      if (all['alarm'] === 'gas_budget') budgetHolds.push({ network: String(all['network']), at: now() })
      if (level !== 'error' || explained.has(message)) return
      const text = describe(all)
      if (!expectedOfStore.some((words) => text.includes(words))) alarms.push(`${message} ${text}`)
    }
    return {
      debug: keep ? line('debug') : () => {},
      info: keep ? line('info') : () => {},
      warn: keep ? line('warn') : () => {},
      error: line('error'),
      child: (more) => logOf(who, { ...fields, ...more }),
    }
  }

  return { record, lines, alarms, budgetHolds, faults: [], logOf: (who) => logOf(who, {}) }
}

function describe(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .map(
      ([name, value]) =>
        `${name}=${value instanceof Error ? chain(value) : typeof value === 'bigint' ? value : JSON.stringify(value, bigints)}`,
    )
    .join(' ')
}

function chain(error: Error): string {
  const code = 'code' in error ? ` (${String(error.code)})` : ''
  return `${error.name}${code}: ${error.message}${error.cause instanceof Error ? ` <- ${chain(error.cause)}` : ''}`
}

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
