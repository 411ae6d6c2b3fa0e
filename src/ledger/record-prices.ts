import type { Query, Unit } from '../store/store.ts'

export interface RecordPricesInput {
  readonly prices: readonly { readonly offerId: string; readonly price: bigint }[]
  readonly at: number
}

/** Adds each price that differs from the newest one on record. */
export const recordPrices: Unit<RecordPricesInput, void> = {
  name: 'record_prices',
  sqlite(transaction, { prices, at }) {
    for (const { offerId, price } of prices) {
      const newest = transaction.get('SELECT price FROM prices WHERE offer_id = ? ORDER BY number DESC LIMIT 1', offerId)
      if (newest?.['price'] !== price)
        transaction.run('INSERT INTO prices (offer_id, price, at) VALUES (?, ?, ?)', offerId, price, BigInt(at))
    }
  },
}

/** Prices that held at some moment since then, newest first: those recorded later, and the one that held at that moment. */
export const pricesSince: Query<{ readonly offerId: string; readonly since: number }, bigint[]> = {
  name: 'prices_since',
  sqlite(transaction, { offerId, since }) {
    const rows = transaction.all('SELECT price, at FROM prices WHERE offer_id = ? ORDER BY number DESC', offerId)
    const heldThen = rows.findIndex((row) => (row['at'] as bigint) <= BigInt(since))
    return rows.slice(0, heldThen < 0 ? rows.length : heldThen + 1).map((row) => row['price'] as bigint)
  },
}
