import type { Unit } from '../../store/store.ts'
import { isSettledAtRest } from './payment-states.ts'

const onChain = `(state = 'running' OR ${isSettledAtRest})`

/** Marks settlements as final: their blocks can no longer vanish. */
export const finalize: Unit<{ readonly ids: readonly string[] }, void> = {
  name: 'finalize',
  sqlite(transaction, { ids }) {
    transaction.run(`UPDATE payments SET final = 1 WHERE ${onChain} AND id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids))
  },
  postgres: {
    text: `UPDATE payments SET final = 1 WHERE ${onChain}
        AND id IN (SELECT id FROM payments WHERE id = ANY (:ids::text[]) ORDER BY id FOR UPDATE)`,
    values: ({ ids }) => ({ ids }),
    result: () => undefined,
  },
}
