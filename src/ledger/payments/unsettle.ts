import type { Unit } from '../../store/store.ts'
import { audit } from './audit.ts'
import { releaseIdentities } from './identities.sqlite.ts'
import { isTransferIdentity } from './identity.ts'
import { takeBackIncome, takeBackIncomeSql } from './income.ts'
import type { Payment } from './payment.ts'
import { columnsOf, paymentColumns } from './payment-columns.ts'
import { isSettledAtRest } from './payment-states.ts'
import { optionalPayment, firstPayment, hotPayment } from './payment-row.ts'

const mayVanish = `${isSettledAtRest} AND final = 0 AND nonce IS NOT NULL`

/**
 * settled and not final -> settling, after its block vanished. `settledAt` stays: it shows that the answer was given. The key
 * of the transfer that paid it is released, since another transfer may pay it. A credit that was settled first was not answered:
 * its `settledAt` goes, and where it can't be settled again it is refused. What it brought is taken back, since it is owed again. Not
 * for transfers, which we can't send again.
 */
export const unsettle: Unit<{ readonly id: string; readonly at: number }, Payment | undefined> = {
  name: 'unsettle',
  sqlite(transaction, { id, at }) {
    const before = hotPayment(transaction, id)
    const payment = optionalPayment(
      transaction.get(
        `UPDATE payments SET state = 'settling', unfinished = 1, epoch = epoch + 1, block_number = NULL, block_hash = NULL, log_index = NULL,
           settled_at = CASE WHEN state = 'credit' THEN NULL ELSE settled_at END
         WHERE id = ? AND ${mayVanish} RETURNING ${paymentColumns}`,
        id,
      ),
    )
    if (before && payment) {
      const held = releaseIdentities(transaction, id, isTransferIdentity)
      takeBackIncome(transaction, before)
      transaction.run('UPDATE payments SET identities = ? WHERE id = ?', JSON.stringify(held), id)
      audit(transaction, { kind: 'unsettled', subject: id, detail: { transaction: before.transaction, blockHash: before.blockHash }, at })
    }
    return payment
  },
  postgres: {
    text: `WITH before AS (
        SELECT id, transaction_hash, block_hash, identities, network, amount, settled_at, timing FROM payments
        WHERE id = :id AND ${mayVanish} FOR UPDATE
      ), given_back AS (
        DELETE FROM identities i USING before b, jsonb_array_elements_text(b.identities::jsonb) AS held (identity)
        WHERE i.identity = held.identity AND i.payment_id = b.id AND held.identity LIKE 't:%'
      ), taken_back AS (
        ${takeBackIncomeSql('before')}
      ), told AS (
        INSERT INTO audit (at, kind, subject, detail)
        SELECT :at::int8, 'unsettled', id, json_build_object('transaction', transaction_hash, 'blockHash', block_hash)::text FROM before
      ) UPDATE payments p SET state = 'settling', unfinished = 1, epoch = p.epoch + 1, block_number = NULL, block_hash = NULL, log_index = NULL,
          settled_at = CASE WHEN p.state = 'credit' THEN NULL ELSE p.settled_at END,
          identities = (SELECT coalesce(jsonb_agg(held.identity), '[]')::text
            FROM jsonb_array_elements_text(b.identities::jsonb) AS held (identity) WHERE held.identity NOT LIKE 't:%')
        FROM before b WHERE p.id = b.id RETURNING ${columnsOf('p')}`,
    values: ({ id, at }) => ({ id, at: BigInt(at) }),
    result: firstPayment,
  },
}
