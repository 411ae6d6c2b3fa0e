import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'

/** An event that was not delivered yet, as the operator reads it. */
export interface ListedHook {
  readonly event: string
  readonly type: string
  /** Null for what is not about a payment. */
  readonly receipt: string | null
  readonly at: string
  readonly tries: number
  /** Why the last try failed. */
  readonly failed: string | null
  /** Null for one that is not tried again. */
  readonly nextTry: string | null
}

/** Events of each kind. */
const maxListed = 1_000

/** Events that are not tried again, then those that wait. */
export async function listHooks(reading: Pick<LedgerReading, 'hooks'>, limit = maxListed): Promise<readonly ListedHook[]> {
  const [dead, waiting] = [await reading.hooks({ dead: true, limit }), await reading.hooks({ dead: false, limit })]
  return [...dead, ...waiting].map((event) => ({
    event: event.id,
    type: event.kind,
    receipt: event.subject === '' ? null : event.subject,
    at: new Date(event.at).toISOString(),
    tries: event.tries,
    failed: event.failed,
    nextTry: event.dead ? null : new Date(event.dueAt).toISOString(),
  }))
}
