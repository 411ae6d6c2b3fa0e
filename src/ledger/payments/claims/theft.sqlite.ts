import type { SqliteTransaction } from '../../../store/store.ts'
import { audit } from '../audit.ts'
import type { ClaimTransferInput } from '../../ledger.ts'
import type { Payment } from '../payment.ts'
import { lower } from '../payment-row.ts'

/** Whether this payer was served once already for a transfer that a thief had used up. */
export function isBoundOnly(transaction: SqliteTransaction, payer: string): boolean {
  return transaction.get('SELECT 1 AS one FROM bound_only WHERE payer = ?', payer) !== undefined
}

/**
 * Books that the payer is served for a transfer that `holder` used up: a loss of the day, and once per payer. False where
 * the day's limit leaves no room. It stays booked when the run fails, since the credit that remains is still owed.
 */
export function bookTheft(transaction: SqliteTransaction, input: ClaimTransferInput, holder: Payment): boolean {
  const { day, dailyLimit } = input.theft
  const lost = (transaction.get('SELECT amount FROM theft_losses WHERE day = ?', day)?.['amount'] ?? 0n) as bigint
  if (lost + input.amount > dailyLimit) return false
  transaction.run(
    `INSERT INTO theft_losses (day, payments, amount) VALUES (?, 1, ?)
     ON CONFLICT (day) DO UPDATE SET payments = payments + 1, amount = amount + excluded.amount`,
    day,
    input.amount,
  )
  transaction.run('INSERT INTO bound_only (payer) VALUES (?)', lower(input.payer))
  audit(transaction, {
    kind: 'theft_loss',
    subject: input.id,
    detail: { payer: lower(input.payer), transaction: lower(input.transaction), usedBy: holder.id },
    at: input.now,
  })
  return true
}
