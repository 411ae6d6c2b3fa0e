import type { SqliteTransaction } from '../../store/store.ts'
import { audit } from './audit.ts'
import type { SettledInput } from '../ledger.ts'
import type { Payment } from './payment.ts'
import { paymentColumns } from './payment-columns.ts'
import { optionalPayment, lower } from './payment-row.ts'

/**
 * settled and not final, or reversed -> settled, in the block that holds the payment's own transaction now. Its key stays, since
 * no block is part of it. A theft row does not change: it is a loss wherever its transfer is.
 */
export function moveTransfer(transaction: SqliteTransaction, before: Payment, place: Omit<SettledInput, 'id'>): Payment | undefined {
  const mayMove = (before.state === 'settled' && !before.final) || before.state === 'reversed'
  if (!mayMove || before.theft || before.transaction !== lower(place.transaction)) return undefined
  if (before.state === 'settled' && before.blockHash === lower(place.blockHash)) return undefined
  const payment = optionalPayment(
    transaction.get(
      `UPDATE payments SET state = 'settled', epoch = epoch + 1, reason = NULL, final = 0, block_number = ?, block_hash = ?, log_index = ?
       WHERE id = ? RETURNING ${paymentColumns}`,
      place.blockNumber,
      lower(place.blockHash),
      BigInt(place.logIndex),
      before.id,
    ),
  )
  if (payment) {
    audit(transaction, {
      kind: before.state === 'reversed' ? 'settled_late' : 'moved',
      subject: payment.id,
      detail: { transaction: payment.transaction, blockHash: payment.blockHash, was: before.reason ?? before.blockHash },
      at: place.at,
    })
  }
  return payment
}
