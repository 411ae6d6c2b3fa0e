import type { Hex } from '../../shared/bytes.ts'
import type { Query, Row } from '../../store/store.ts'

/** The payers of all payments after a given one, in the order of their ids, which is that of time. */
export const payersSince: Query<{ readonly after: string; readonly limit: number }, { readonly id: string; readonly payer: Hex }[]> = {
  name: 'payers_since',
  sqlite(transaction, { after, limit }) {
    const max = BigInt(limit)
    return transaction
      .all(
        `SELECT id, payer FROM (
           SELECT id, payer FROM (SELECT id, payer FROM payments WHERE id > ? ORDER BY id LIMIT ?) AS hot
           UNION ALL SELECT id, payer FROM (SELECT id, payer FROM payments_archive WHERE id > ? ORDER BY id LIMIT ?) AS archived
         ) AS both ORDER BY id LIMIT ?`,
        after,
        max,
        after,
        max,
        max,
      )
      .map(payerOf)
  },
  postgres: {
    text: `(SELECT id, payer FROM payments WHERE id > :after ORDER BY id LIMIT :limit)
      UNION ALL (SELECT id, payer FROM payments_archive WHERE id > :after ORDER BY id LIMIT :limit) ORDER BY id LIMIT :limit`,
    values: ({ after, limit }) => ({ after, limit: BigInt(limit) }),
    result: (rows) => rows.map(payerOf),
  },
}

function payerOf(row: Row): { readonly id: string; readonly payer: Hex } {
  return { id: row['id'] as string, payer: row['payer'] as Hex }
}
