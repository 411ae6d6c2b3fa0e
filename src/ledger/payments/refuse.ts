import type { Unit } from '../../store/store.ts'
import { audit, auditEndSql } from './audit.ts'
import type { Payment } from './payment.ts'
import { paymentColumns } from './payment-columns.ts'
import { countedRunValues, countRunSql, countUnchargedRun } from '../quotas/uncharged-runs.ts'
import { optionalPayment, firstPayment } from './payment-row.ts'

export interface EndInput {
  readonly id: string
  readonly reason: string
  readonly at: number
}

export interface RefuseInput extends EndInput {
  /** It ended by the payer's doing, so it counts as an uncharged run of that UTC hour. */
  readonly counted?: { readonly hour: string; readonly contract: boolean }
}

/** Its work was short of nothing but a charge, so it counts as one run, however long it took. */
const oneRun = ({ hour }: { readonly hour: string }) => ({ hour, seconds: 1 })

/**
 * ordered, served or settling -> refused: it can't be collected and was not answered. A payment that was settled before its block
 * vanished was answered, so it is reversed instead, and one that was answered early is owed. The answer stays on record, withheld, until its time is over.
 */
export const refuse: Unit<RefuseInput, Payment | undefined> = {
  name: 'refuse',
  sqlite(transaction, { id, reason, at, counted }) {
    const payment = optionalPayment(
      transaction.get(
        `UPDATE payments SET state = 'refused', unfinished = 0, epoch = epoch + 1, reason = ?
         WHERE id = ? AND state IN ('ordered', 'served', 'settling') AND settled_at IS NULL AND timing <> 'early' RETURNING ${paymentColumns}`,
        reason,
        id,
      ),
    )
    if (payment && counted) countUnchargedRun(transaction, oneRun(counted), payment, counted.contract)
    if (payment) audit(transaction, { kind: 'refused', subject: id, detail: { reason, transaction: payment.transaction }, at })
    return payment
  },
  postgres: {
    text: `WITH ended AS (
        UPDATE payments SET state = 'refused', unfinished = 0, epoch = epoch + 1, reason = :reason
        WHERE id = :id AND state IN ('ordered', 'served', 'settling') AND settled_at IS NULL AND timing <> 'early' RETURNING ${paymentColumns}
      ), told AS (
        ${auditEndSql('refused', 'ended')}
      ), counting AS (
        SELECT payer, client, nonce, bound FROM ended WHERE :counted::int8 = 1
      ), counted AS (
        ${countRunSql('counting', ':contract::int8 = 1')}
      ) SELECT * FROM ended`,
    values: ({ id, reason, at, counted }) => ({
      id,
      reason,
      at: BigInt(at),
      ...countedRunValues(counted ? oneRun(counted) : null),
      contract: counted?.contract ? 1n : 0n,
    }),
    result: firstPayment,
  },
}
