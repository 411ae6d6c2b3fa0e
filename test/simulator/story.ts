import type { Log } from '../../src/shared/log.ts'

/** What happened in a run, in the order in which it did; told only when somebody wants to know. */
export interface Story {
  /** @param who a payer, a network, `service` (or one of its instances) or `world` */
  tell(who: string, what: string): void
  /** Faults that the code itself reports: they are not expected of it. */
  readonly alarms: readonly string[]
  readonly lines: readonly string[]
  /** The log of the service, or of one of its instances. */
  logOf(who: string): Log
}

/** Errors that the weather explains: the code says so itself, and goes on. */
const expected = [
  'a paid call could not be brought to its end',
  'run failed',
  'an answered payment was reorganised away and can not be collected: booked as a loss',
  'an answered transfer was reorganised away for good: booked as a loss',
  'the signer has no money for gas: settlements wait',
  'the gas budget of the day is spent: settlements wait',
  'the node refused a settlement transaction',
]
/** Errors that are expected where the database fails, which the code can't hide. */
const expectedOfStore = ['StoreFailed', 'StoreOutcomeUnknown', 'ledger_unavailable', 'was not written', 'connection lost']
/** What may happen to one of several instances that stood still for longer than its leases. */
const expectedOfSeveral = [
  'another instance has this signer: nothing was stored, nothing is sent',
  'another instance took over this signer',
  'a claim was lost while its product ran',
]

export function createStory(now: () => number, startedAt: number, options: { readonly keep: boolean; readonly several: boolean }): Story {
  const { keep } = options
  const explained = new Set(options.several ? [...expected, ...expectedOfSeveral] : expected)
  const lines: string[] = []
  const alarms: string[] = []
  const stamp = () => `${((now() - startedAt) / 1000).toFixed(3).padStart(8)}s`
  const tell = (who: string, what: string) => {
    if (keep) lines.push(`${stamp()}  ${who.padEnd(14)} ${what}`)
  }

  function logOf(who: string, fields: Record<string, unknown>): Log {
    const line = (level: string) => (more: Record<string, unknown>, message: string) => {
      const all = { ...fields, ...more }
      if (keep) tell(who, `${level} ${message} ${describe(all)}`)
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

  return { tell, lines, alarms, logOf: (who) => logOf(who, {}) }
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
