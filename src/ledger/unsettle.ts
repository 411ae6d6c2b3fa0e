import type { Unit } from '../store/store.ts'
import { audit } from './audit.ts'
import { giveBack } from './identities.ts'
import { isTransferIdentity } from './identity.ts'
import type { Payment } from './payment.ts'
import { changed, hotPayment, paymentColumns } from './payment-row.ts'

/**
 * settled and not final -> settling, after its block vanished. `settledAt` stays: it tells that the answer is out. The key
 * of the transfer that paid it is given back: another one may yet do so. Not for transfers, which nobody can send again.
 */
export const unsettle: Unit<{ readonly id: string; readonly at: number }, Payment | undefined> = {
  name: 'unsettle',
  sqlite(transaction, { id, at }) {
    const before = hotPayment(transaction, id)
    const payment = changed(
      transaction.get(
        `UPDATE payments SET state = 'settling', unfinished = 1, epoch = epoch + 1, block_number = NULL, block_hash = NULL, log_index = NULL
         WHERE id = ? AND state = 'settled' AND final = 0 AND nonce IS NOT NULL RETURNING ${paymentColumns}`,
        id,
      ),
    )
    if (before && payment) {
      const held = giveBack(transaction, id, isTransferIdentity)
      transaction.run('UPDATE payments SET identities = ? WHERE id = ?', JSON.stringify(held), id)
      audit(transaction, { kind: 'unsettled', subject: id, detail: { transaction: before.transaction, blockHash: before.blockHash }, at })
    }
    return payment
  },
}
