import type { Hex } from '../../shared/bytes.ts'
import type { Query } from '../../store/store.ts'
import { paymentColumns } from '../payments/payment-columns.ts'
import type { Payment } from '../payments/payment.ts'
import { paymentFromRow } from '../payments/payment-row.ts'

export interface CreditsOfPayerInput {
  readonly network: string
  readonly payer: Hex
}

// Literally as in its index, which has credits that were settled first, of all payers.
const text = (payer: string, network: string) =>
  `SELECT ${paymentColumns} FROM payments WHERE state = 'credit' AND timing = 'first' AND payer = ${payer} AND network = ${network} ORDER BY settled_at`

/** Credits of a payer that were settled first, the oldest first. */
export const creditsOfPayer: Query<CreditsOfPayerInput, Payment[]> = {
  name: 'credits_of_payer',
  sqlite: (transaction, { payer, network }) => transaction.all(text('?', '?'), payer, network).map(paymentFromRow),
  postgres: { text: text(':payer', ':network'), values: (input) => ({ ...input }), result: (rows) => rows.map(paymentFromRow) },
}
