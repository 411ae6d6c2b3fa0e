import { givenInput } from '../../store/postgres/given-inputs.ts'
import type { SqliteTransaction, Unit } from '../../store/store.ts'
import { answerCells, insertAnswer, insertAnswerSql } from '../answers/answer-row.ts'
import { columnsOf, paymentColumns } from '../payments/payment-columns.ts'
import { hotPayment, paymentFromRow } from '../payments/payment-row.ts'
import { serveClaimed, servedSql } from '../payments/serve.ts'
import type { Delivery, ServeDeliveryInput, ServedDelivery } from './delivery.ts'

/**
 * As `serve`, and marks in the same unit what the answer delivers: nothing is charged that was not delivered, and nothing is delivered
 * twice. Of two calls that read the same position, one finds that it has moved on. An item that is delivered again keeps its first mark,
 * and beside it the payment that is to pay for it this time.
 */
export const serveDelivery: Unit<ServeDeliveryInput, ServedDelivery> = {
  name: 'serve_delivery',
  sqlite(transaction, { delivery, ...input }) {
    const { id, epoch, at } = input
    const claimed = transaction.get(`SELECT 1 FROM payments WHERE id = ? AND epoch = ? AND state = 'claimed'`, id, BigInt(epoch))
    if (!claimed) return undefined
    if (!movePosition(transaction, delivery, at)) return 'moved_on'
    serveClaimed(transaction, input)
    insertAnswer(transaction, id, input.answer)
    for (const { item, day } of delivery.items) {
      transaction.run(
        `INSERT INTO delivered_items (position_id, item, day, delivered_at, payment_id) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (position_id, item) DO UPDATE SET again_at = excluded.delivered_at, again_payment_id = excluded.payment_id`,
        delivery.id,
        item,
        day,
        BigInt(at),
        id,
      )
    }
    return hotPayment(transaction, id)
  },
  postgres: {
    text: `WITH given AS (
        ${givenInput({ id: 'text', epoch: 'int8', at: 'int8' })}
      ), mine AS (
        SELECT id FROM payments WHERE id = :id AND epoch = :epoch AND state = 'claimed' FOR UPDATE
      ), moved AS (
        INSERT INTO watch_positions (id, payer, since_day, version, items, asked_at)
        SELECT :position, :payer, :since_day, 1, :added::int8, :at::int8 FROM mine
        WHERE :version::int8 = 0 OR EXISTS (SELECT 1 FROM watch_positions WHERE id = :position)
        ON CONFLICT (id) DO UPDATE SET version = watch_positions.version + 1, items = watch_positions.items + excluded.items,
          since_day = least(watch_positions.since_day, excluded.since_day), asked_at = excluded.asked_at
        WHERE watch_positions.version = :version::int8 RETURNING id
      ), served AS (
        ${servedSql} AND EXISTS (SELECT 1 FROM moved) RETURNING ${columnsOf('p')}
      ), kept AS (
        ${insertAnswerSql('served')}
      ), marked AS (
        INSERT INTO delivered_items (position_id, item, day, delivered_at, payment_id)
        SELECT :position, given.item, given.day, :at::int8, served.id
        FROM served, jsonb_to_recordset(:items::jsonb) AS given (item text, day text) ORDER BY given.item
        ON CONFLICT (position_id, item) DO UPDATE SET again_at = excluded.delivered_at, again_payment_id = excluded.payment_id
      ) SELECT (SELECT count(*) FROM mine) AS mine, (SELECT count(*) FROM moved) AS moved, ${paymentColumns}
        FROM (SELECT 1) AS one LEFT JOIN served ON true`,
    values: ({ id, epoch, answer, at, delivery }) => ({
      id,
      epoch: BigInt(epoch),
      at: BigInt(at),
      position: delivery.id,
      payer: delivery.payer,
      since_day: delivery.sinceDay,
      version: BigInt(delivery.version),
      added: BigInt(delivery.added),
      items: JSON.stringify(delivery.items),
      ...answerCells(answer),
    }),
    result([row]) {
      if (row!['mine'] === 0n) return undefined
      if (row!['moved'] === 0n) return 'moved_on'
      return row!['id'] === null ? undefined : paymentFromRow(row!)
    },
    orderKey: ({ delivery }) => delivery.id,
    brief: true,
  },
}

/** False where the position is not as it was read. */
function movePosition(transaction: SqliteTransaction, { id, payer, version, sinceDay, added }: Delivery, at: number): boolean {
  if (version === 0) {
    const inserted = transaction.run(
      `INSERT INTO watch_positions (id, payer, since_day, version, items, asked_at) VALUES (?, ?, ?, 1, ?, ?)
       ON CONFLICT (id) DO UPDATE SET version = 1, items = excluded.items, since_day = min(since_day, excluded.since_day),
         asked_at = excluded.asked_at WHERE version = 0`,
      id,
      payer,
      sinceDay,
      BigInt(added),
      BigInt(at),
    )
    return inserted.changes === 1
  }
  const moved = transaction.run(
    `UPDATE watch_positions SET version = version + 1, items = items + ?, since_day = min(since_day, ?), asked_at = ?
     WHERE id = ? AND version = ?`,
    BigInt(added),
    sinceDay,
    BigInt(at),
    id,
    BigInt(version),
  )
  return moved.changes === 1
}
