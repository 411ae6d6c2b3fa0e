import type { Query, Row } from '../../store/store.ts'
import type { Deliveries, PositionKey } from './delivery.ts'

export type ReadDeliveriesInput = PositionKey & {
  /** Items that were published before this day are left out. */
  readonly fromDay: string
}

/**
 * Payments that have not been settled and still may be. A refused one may be collected by anyone who has its signature, until it is
 * archived.
 */
const undecided = `('served', 'settling', 'refused')`

/** SQL: an item that was delivered again, in row `d`, is as new as that delivery once its payment, in row `again`, has paid. */
const deliveredAt = `CASE WHEN d.again_at IS NULL OR coalesce(again.state, '') IN ${undecided} THEN d.delivered_at ELSE d.again_at END`
const withPayments = 'LEFT JOIN payments p ON p.id = d.payment_id LEFT JOIN payments again ON again.id = d.again_payment_id'

/**
 * What a payer was given of a query. While a payment is undecided, its items are withheld: sold again, they could be charged twice, and
 * repeated without a charge they would be free to a payer who then cancels that payment.
 */
export const readDeliveries: Query<ReadDeliveriesInput, Deliveries> = {
  name: 'read_deliveries',
  sqlite(transaction, { id, payer, fromDay }) {
    const position = transaction.get('SELECT version, since_day, asked_at FROM watch_positions WHERE id = ?', id)
    const ofPayer = transaction.get(
      'SELECT count(*) AS positions, coalesce(sum(items), 0) AS items FROM watch_positions WHERE payer = ?',
      payer,
    )
    const items = transaction.all(
      `SELECT d.item, ${deliveredAt} AS delivered_at, coalesce(p.state, '') IN ${undecided} AS withheld
       FROM delivered_items d ${withPayments} WHERE d.position_id = ? AND d.day >= ?`,
      id,
      fromDay,
    )
    return { ...positionOf(position), items: items.map(itemOf), ofPayer: payerOf(ofPayer!) }
  },
  postgres: {
    text: `SELECT w.version, w.since_day, w.asked_at, of_payer.positions, of_payer.all_items, d.item,
        ${deliveredAt} AS delivered_at, CASE WHEN p.state IN ${undecided} THEN 1 ELSE 0 END AS withheld
      FROM (SELECT count(*) AS positions, coalesce(sum(items), 0)::int8 AS all_items FROM watch_positions WHERE payer = :payer) AS of_payer
      LEFT JOIN watch_positions w ON w.id = :id
      LEFT JOIN delivered_items d ON d.position_id = w.id AND d.day >= :from_day
      ${withPayments}`,
    values: ({ id, payer, fromDay }) => ({ id, payer, from_day: fromDay }),
    result(rows) {
      const first = rows[0]!
      return {
        ...positionOf(first['version'] === null ? undefined : first),
        items: rows.filter((row) => row['item'] !== null).map(itemOf),
        ofPayer: payerOf({ positions: first['positions']!, items: first['all_items']! }),
      }
    },
  },
}

function positionOf(row: Row | undefined): Pick<Deliveries, 'version' | 'sinceDay' | 'askedAt'> {
  if (!row) return { version: 0, sinceDay: null, askedAt: 0 }
  return { version: Number(row['version']), sinceDay: row['since_day'] as string, askedAt: Number(row['asked_at']) }
}

function itemOf(row: Row): Deliveries['items'][number] {
  return { item: row['item'] as string, deliveredAt: Number(row['delivered_at']), withheld: Number(row['withheld']) === 1 }
}

function payerOf(row: Row): Deliveries['ofPayer'] {
  return { positions: Number(row['positions']), items: Number(row['items']) }
}
