import type { Query, Unit } from '../../store/store.ts'
import { readingQuery } from '../reading/reading-query.ts'

/** A price that the operator ordered for an offer. */
export interface PriceOrder {
  /** Later orders have higher numbers. */
  readonly number: number
  readonly offerId: string
  /** Base units; null for the price that the program declares. */
  readonly price: bigint | null
  /** From when on, in milliseconds. */
  readonly from: number
  readonly orderedAt: number
}

export interface OrderPriceInput {
  readonly offerId: string
  readonly price: bigint | null
  readonly from: number
  readonly at: number
}

export const orderPrice: Unit<OrderPriceInput, void> = {
  name: 'order_price',
  sqlite(transaction, { offerId, price, from, at }) {
    transaction.run(
      'INSERT INTO price_orders (offer_id, price, from_at, ordered_at) VALUES (?, ?, ?, ?)',
      offerId,
      price,
      BigInt(from),
      BigInt(at),
    )
  },
  postgres: {
    text: 'INSERT INTO price_orders (offer_id, price, from_at, ordered_at) VALUES (:offer_id, :price::int8, :from_at, :ordered_at)',
    values: ({ offerId, price, from, at }) => ({ offer_id: offerId, price, from_at: BigInt(from), ordered_at: BigInt(at) }),
    result: () => undefined,
  },
}

/** All orders, in the order in which they take effect. They are few. */
export const priceOrders: Query<undefined, PriceOrder[]> = readingQuery({
  name: 'price_orders',
  text: 'SELECT number, offer_id, price, from_at, ordered_at FROM price_orders ORDER BY from_at, number',
  values: () => ({}),
  result: (rows) =>
    rows.map((row) => ({
      number: Number(row['number']),
      offerId: row['offer_id'] as string,
      price: row['price'] as bigint | null,
      from: Number(row['from_at']),
      orderedAt: Number(row['ordered_at']),
    })),
})

/** A price that an offer had, and from when on. */
export interface PastPrice {
  readonly offerId: string
  readonly price: bigint
  readonly at: number
}

/** The prices of an offer, or of all, the oldest first. */
export const priceHistory: Query<{ readonly offer: string | null }, PastPrice[]> = readingQuery({
  name: 'price_history',
  text: `SELECT offer_id, price, at FROM prices WHERE (:offer::text = '' OR offer_id = :offer::text) ORDER BY number`,
  values: ({ offer }) => ({ offer: offer ?? '' }),
  result: (rows) => rows.map((row) => ({ offerId: row['offer_id'] as string, price: row['price'] as bigint, at: Number(row['at']) })),
})
