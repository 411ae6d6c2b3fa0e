import type { Hex } from '../../shared/bytes.ts'
import type { Query, Row } from '../../store/store.ts'

export interface PayerHistory {
  /** Payments that were settled, or could not be. Payments for which nothing was owed don't count. */
  readonly ended: number
  readonly settled: number
}

/** How the archived payments of a payer ended. A payment is archived some time after it ended. */
export const payerHistory: Query<Hex, PayerHistory> = {
  name: 'payments_of',
  sqlite(transaction, payer) {
    return historyOf(transaction.get('SELECT ended, settled FROM payer_history WHERE payer = ?', payer.toLowerCase()))
  },
  postgres: {
    text: 'SELECT ended, settled FROM payer_history WHERE payer = :payer',
    values: (payer) => ({ payer: payer.toLowerCase() }),
    result: (rows) => historyOf(rows[0]),
  },
}

function historyOf(row: Row | undefined): PayerHistory {
  return { ended: Number(row?.['ended'] ?? 0n), settled: Number(row?.['settled'] ?? 0n) }
}
