import type { Mode } from '../../shared/mode.ts'
import type { Query, Row } from '../../store/store.ts'

/** What a ledger knows about itself; null where it does not know. */
export interface LedgerIdentity {
  /** That of the service that opened it first. */
  readonly mode: Mode | null
  /** Which ledger it is, on whatever engine. 32 hex digits. */
  readonly id: string | null
  /** The token of a copy from the embedded engine to PostgreSQL that is not finished. There, the copy is incomplete; here, no service has opened the ledger since. */
  readonly moving: string | null
  /** It is on PostgreSQL now. */
  readonly moved: boolean
  /** It was restored and has not been compared with the chains since: payments may be missing that were made after this moment. Milliseconds since the epoch. */
  readonly restoredFrom: number | null
}

export const ledgerIdentity: Query<undefined, LedgerIdentity> = {
  name: 'ledger_facts',
  sqlite: (transaction) => factsOf(transaction.all('SELECT name, value FROM ledger_facts')),
  postgres: {
    text: 'SELECT name, value FROM ledger_facts ORDER BY name',
    values: () => ({}),
    result: factsOf,
  },
}

/** @param rows of `ledger_facts` */
export function factsOf(rows: readonly Row[]): LedgerIdentity {
  const values = new Map(rows.map((row) => [row['name'], row['value'] as string]))
  const value = (name: string) => values.get(name) ?? null
  const restored = value('restored')
  return {
    mode: value('mode') as Mode | null,
    id: value('id'),
    moving: value('moving'),
    moved: values.has('moved'),
    restoredFrom: restored === null ? null : Number(restored),
  }
}
