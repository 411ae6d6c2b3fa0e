import type { SqliteTransaction, Unit } from '../store/store.ts'
import { audit } from './audit.ts'
import type { SettledInput } from './ledger.ts'
import type { Payment } from './payment.ts'
import { hotPayment, lower, paymentColumns, paymentOf } from './payment-row.ts'

/**
 * served, settling or refused -> settled, for all of a transaction in one unit. What the chain says decides, so this is
 * compare-and-set on the state only, and telling it again changes nothing. Gives the payments that changed.
 */
export const settle: Unit<readonly SettledInput[], Payment[]> = {
  name: 'settle',
  sqlite: (transaction, inputs) => inputs.map((input) => settleOne(transaction, input)).filter((payment) => payment !== undefined),
}

function settleOne(transaction: SqliteTransaction, input: SettledInput): Payment | undefined {
  const before = hotPayment(transaction, input.id)
  if (!before || !['served', 'settling', 'refused'].includes(before.state)) return undefined
  const row = transaction.get(
    `UPDATE payments SET state = 'settled', epoch = epoch + 1, reason = NULL, final = 0, settled_at = ?,
       transaction_hash = ?, block_number = ?, block_hash = ?, log_index = ?
     WHERE id = ? RETURNING ${paymentColumns}`,
    BigInt(input.at),
    lower(input.transaction),
    input.blockNumber,
    lower(input.blockHash),
    BigInt(input.logIndex),
    input.id,
  )
  transaction.run('INSERT INTO paying_wallets (payer) VALUES (?) ON CONFLICT (payer) DO NOTHING', before.payer)
  if (before.state === 'refused') {
    audit(transaction, {
      kind: 'settled_late',
      subject: input.id,
      detail: { transaction: input.transaction, was: before.reason },
      at: input.at,
    })
  }
  return paymentOf(row!)
}
