import type { Hex } from '../../shared/bytes.ts'
import type { Query, Row } from '../../store/store.ts'
import { lower } from '../payments/payment-row.ts'

export interface NonceSpan {
  readonly network: string
  readonly signer: Hex
  /** The first account nonce that is looked at, and the one after the last. */
  readonly from: number
  readonly to: number
}

export interface MissingNonces {
  /** How many account nonces of the span the ledger has no transaction for. */
  readonly count: number
  /** When the ledger stored the last transaction before the first that is missing. Milliseconds since the epoch; 0 where it has none in the span. */
  readonly since: number
}

// The first slot without a follower is the one before the first gap, unless the gap is at the beginning.
const text = (given: string) => `WITH given AS (SELECT ${given}), inside AS (
    SELECT s.network, s.signer, s.nonce, s.created_at FROM given CROSS JOIN slots s
    WHERE s.network = given.network AND s.signer = given.signer AND s.nonce >= given.lowest AND s.nonce < given.following
  ) SELECT (SELECT count(*) FROM inside) AS known,
    coalesce((SELECT created_at FROM inside i WHERE EXISTS (SELECT 1 FROM given JOIN inside f ON f.nonce = given.lowest)
        AND NOT EXISTS (SELECT 1 FROM slots n WHERE n.network = i.network AND n.signer = i.signer AND n.nonce = i.nonce + 1)
      ORDER BY nonce LIMIT 1), 0) AS since`
const inSqlite = text('? AS network, ? AS signer, ? AS lowest, ? AS following')

function missingOf(row: Row, { from, to }: NonceSpan): MissingNonces {
  return { count: Math.max(0, to - from) - Number(row['known']), since: Number(row['since']) }
}

/** Transactions of a signer that the ledger does not know. Every one of ours is stored before it is sent. */
export const missingNonces: Query<NonceSpan, MissingNonces> = {
  name: 'missing_nonces',
  sqlite: (transaction, span) =>
    missingOf(transaction.get(inSqlite, span.network, lower(span.signer), BigInt(span.from), BigInt(span.to))!, span),
  postgres: {
    text: text(':network::text AS network, :signer::text AS signer, :from::int8 AS lowest, :to::int8 AS following'),
    values: ({ network, signer, from, to }) => ({ network, signer: lower(signer), from: BigInt(from), to: BigInt(to) }),
    result: ([row], span) => missingOf(row!, span),
  },
}
