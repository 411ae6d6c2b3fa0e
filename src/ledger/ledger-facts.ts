import type { Query, Row } from '../store/store.ts'

export type LedgerMode = 'sandbox' | 'live'

/** What a ledger knows of itself; null where it does not. */
export interface LedgerFacts {
  /** Of whoever opened it first. */
  readonly mode: LedgerMode | null
  /** Which ledger it is, on whatever engine. 32 hex digits. */
  readonly id: string | null
  /** A copy from the embedded engine to PostgreSQL that is not finished: there it is incomplete, here nobody has opened it since. */
  readonly moving: string | null
  /** It is on PostgreSQL now. */
  readonly moved: boolean
}

export const ledgerFacts: Query<undefined, LedgerFacts> = {
  name: 'ledger_facts',
  sqlite: (transaction) => factsOf(transaction.all('SELECT name, value FROM ledger_facts')),
  postgres: {
    text: 'SELECT name, value FROM ledger_facts ORDER BY name',
    values: () => ({}),
    result: factsOf,
  },
}

/** @param rows of `ledger_facts` */
export function factsOf(rows: readonly Row[]): LedgerFacts {
  const values = new Map(rows.map((row) => [row['name'], row['value'] as string]))
  const value = (name: string) => values.get(name) ?? null
  return { mode: value('mode') as LedgerMode | null, id: value('id'), moving: value('moving'), moved: values.has('moved') }
}
