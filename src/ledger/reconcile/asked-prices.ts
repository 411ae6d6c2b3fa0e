import type { Query, Row } from '../../store/store.ts'

/** A price that an offer has or had. Base units. */
export interface AskedPrice {
  readonly offerId: string
  readonly price: bigint
}

const text = 'SELECT DISTINCT offer_id, price FROM prices ORDER BY offer_id, price'

function priceOf(row: Row): AskedPrice {
  return { offerId: row['offer_id'] as string, price: row['price'] as bigint }
}

/** Every price that was ever asked. */
export const askedPrices: Query<undefined, AskedPrice[]> = {
  name: 'asked_prices',
  sqlite: (transaction) => transaction.all(text).map(priceOf),
  postgres: { text, values: () => ({}), result: (rows) => rows.map(priceOf) },
}
