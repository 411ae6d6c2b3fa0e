import { lostRace, type Query, type Row, type Unit } from '../../store/store.ts'
import { takeOptimisticLock } from '../optimistic-lock.postgres.ts'

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
  postgres: {
    // The lock is for two instances that start with the same new price: both would find it missing.
    text: `WITH given AS (
        SELECT offer_id, price, position FROM jsonb_to_recordset(:prices::jsonb) AS given (offer_id text, price int8, position int8)
      ), changed AS (
        SELECT offer_id, price, position FROM given
        WHERE price IS DISTINCT FROM (SELECT p.price FROM prices p WHERE p.offer_id = given.offer_id ORDER BY number DESC LIMIT 1)
      ), locked AS (
        ${takeOptimisticLock(`'prices'`, 'EXISTS (SELECT 1 FROM changed)')}
      ), recorded AS (
        INSERT INTO prices (offer_id, price, at) SELECT offer_id, price, :at::int8 FROM changed WHERE EXISTS (SELECT 1 FROM locked) ORDER BY position
      ) SELECT (SELECT count(*) FROM changed) AS changed, (SELECT count(*) FROM locked) AS locks`,
    values: ({ prices, at }) => ({
      prices: JSON.stringify(prices.map(({ offerId, price }, position) => ({ offer_id: offerId, price: price.toString(), position }))),
      at: BigInt(at),
    }),
    result: ([row]) => (row!['changed'] !== 0n && row!['locks'] === 0n ? lostRace : undefined),
  },
}

/** Prices that were valid at some time since then, newest first: those recorded later, and the one that was valid at that time. */
export const pricesSince: Query<{ readonly offerId: string; readonly since: number }, bigint[]> = {
  name: 'prices_since',
  sqlite(transaction, { offerId, since }) {
    const rows = transaction.all('SELECT price, at FROM prices WHERE offer_id = ? ORDER BY number DESC', offerId)
    return heldSince(rows, since)
  },
  postgres: {
    text: 'SELECT price, at FROM prices WHERE offer_id = :offer_id ORDER BY number DESC',
    values: ({ offerId }) => ({ offer_id: offerId }),
    result: (rows, { since }) => heldSince(rows, since),
  },
}

/** @param rows newest first */
function heldSince(rows: readonly Row[], since: number): bigint[] {
  const heldThen = rows.findIndex((row) => (row['at'] as bigint) <= BigInt(since))
  return rows.slice(0, heldThen < 0 ? rows.length : heldThen + 1).map((row) => row['price'] as bigint)
}
