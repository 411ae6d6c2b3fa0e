import type { Unit } from '../../../store/store.ts'
import type { BeginRunInput } from '../../ledger.ts'
import { unknownOffer } from '../../reconcile/adopted.ts'
import type { Payment } from '../payment.ts'
import { paymentColumns } from '../payment-columns.ts'
import { firstPayment, optionalPayment } from '../payment-row.ts'

/**
 * credit -> running, for a payment that was settled first: its work begins, for this request of this caller. Undefined where somebody
 * else was faster, and where it was begun often enough.
 */
export const beginRun: Unit<BeginRunInput, Payment | undefined> = {
  name: 'begin_run',
  sqlite: (transaction, { id, epoch, offerId, fingerprint, client, instance, leaseUntil, maxRuns }) =>
    optionalPayment(
      transaction.get(
        `UPDATE payments SET state = 'running', epoch = epoch + 1, runs = runs + 1, reason = NULL, fingerprint = ?, client = ?, instance = ?,
           lease_until = ?, offer_id = CASE WHEN offer_id = '${unknownOffer}' THEN ? ELSE offer_id END
         WHERE id = ? AND epoch = ? AND state = 'credit' AND timing = 'first' AND runs < ? RETURNING ${paymentColumns}`,
        fingerprint,
        client,
        instance,
        BigInt(leaseUntil),
        offerId,
        id,
        BigInt(epoch),
        BigInt(maxRuns),
      ),
    ),
  postgres: {
    text: `UPDATE payments SET state = 'running', epoch = epoch + 1, runs = runs + 1, reason = NULL, fingerprint = :fingerprint,
        client = :client, instance = :instance, lease_until = :lease_until,
        offer_id = CASE WHEN offer_id = '${unknownOffer}' THEN :offer ELSE offer_id END
      WHERE id = :id AND epoch = :epoch AND state = 'credit' AND timing = 'first' AND runs < :max_runs RETURNING ${paymentColumns}`,
    values: ({ id, epoch, offerId, fingerprint, client, instance, leaseUntil, maxRuns }) => ({
      id,
      offer: offerId,
      epoch: BigInt(epoch),
      fingerprint,
      client,
      instance,
      lease_until: BigInt(leaseUntil),
      max_runs: BigInt(maxRuns),
    }),
    result: firstPayment,
    orderKey: ({ id }) => id,
    brief: true,
  },
}
