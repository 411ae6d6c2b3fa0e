import type { Unit } from '../../../store/store.ts'
import type { At } from '../../ledger.ts'
import type { Payment } from '../payment.ts'
import { paymentColumns } from '../payment-columns.ts'
import { firstPayment, optionalPayment } from '../payment-row.ts'

const order = (id: string, epoch: string) => `UPDATE payments SET state = 'ordered', timing = 'first', epoch = epoch + 1
  WHERE id = ${id} AND epoch = ${epoch} AND state = 'claimed' AND free = 0 AND nonce IS NOT NULL RETURNING ${paymentColumns}`

/** claimed -> ordered: from now on the payment is to be settled, and then its work is done. Not for a free call, nor for a transfer, whose money is here. */
export const orderPayment: Unit<At, Payment | undefined> = {
  name: 'order',
  sqlite: (transaction, { id, epoch }) => optionalPayment(transaction.get(order('?', '?'), id, BigInt(epoch))),
  postgres: {
    text: order(':id', ':epoch'),
    values: ({ id, epoch }) => ({ id, epoch: BigInt(epoch) }),
    result: firstPayment,
    orderKey: ({ id }) => id,
    brief: true,
  },
}
