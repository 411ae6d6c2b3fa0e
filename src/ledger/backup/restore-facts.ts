import type { Mode } from '../../shared/mode.ts'
import type { Unit } from '../../store/store.ts'

/** Says which ledger this is now, and that payments which were made since `from` may be missing in it. It may be opened from now on. */
export const markRestored: Unit<{ readonly id: string | null; readonly mode: Mode | null; readonly from: number }, void> = {
  name: 'mark_restored',
  sqlite(transaction, { id, mode, from }) {
    transaction.run('DELETE FROM ledger_facts')
    for (const [name, value] of Object.entries({ id, mode, restored: `${from}` }))
      if (value !== null) transaction.run('INSERT INTO ledger_facts (name, value) VALUES (?, ?)', name, value)
  },
  postgres: {
    text: `WITH gone AS (
        DELETE FROM ledger_facts WHERE name NOT IN ('id', 'mode', 'restored') OR (name = 'id' AND :id::text IS NULL)
      ) INSERT INTO ledger_facts (name, value)
        SELECT fact.name, fact.value FROM (VALUES (1, 'id', :id::text), (2, 'mode', :mode::text), (3, 'restored', :from::text)) AS fact (position, name, value)
        WHERE fact.value IS NOT NULL ORDER BY fact.position
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    values: ({ id, mode, from }) => ({ id, mode, from: `${from}` }),
    result: () => undefined,
  },
}

/** Says that the ledger was compared with the chains since it was restored. `from` is what the caller read: a later restore stays marked. */
export const clearRestored: Unit<{ readonly from: number }, void> = {
  name: 'clear_restored',
  sqlite(transaction, { from }) {
    transaction.run(`DELETE FROM ledger_facts WHERE name = 'restored' AND value = ?`, `${from}`)
  },
  postgres: {
    text: `DELETE FROM ledger_facts WHERE name = 'restored' AND value = :from`,
    values: ({ from }) => ({ from: `${from}` }),
    result: () => undefined,
  },
}
