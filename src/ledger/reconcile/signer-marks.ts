import type { Hex } from '../../shared/bytes.ts'
import type { Query, Row, Unit } from '../../store/store.ts'
import { lower } from '../payments/payment-row.ts'

/** Up to where the transactions of a signer on a network are known to be all in the ledger. */
export interface SignerMark {
  readonly network: string
  readonly signer: Hex
  /** All lower account nonces were looked at; null where the chain was never asked, and all that it has now are older than the ledger. */
  readonly nonce: number | null
  /** When that was. Milliseconds since the epoch; 0 where it is not known. */
  readonly at: number
}

const prefix = 'nonce '
const text = `SELECT name, value FROM ledger_facts WHERE name LIKE '${prefix}%' ORDER BY name`

function nameOf({ network, signer }: Pick<SignerMark, 'network' | 'signer'>): string {
  return `${prefix}${network} ${lower(signer)}`
}

function markOf(row: Row): SignerMark {
  const [, network, signer] = (row['name'] as string).split(' ') as [string, string, Hex]
  const [nonce, at] = (row['value'] as string).split(' ').map(Number) as [number, number]
  return { network, signer, nonce: nonce < 0 ? null : nonce, at }
}

/** Of every signer that this ledger has had. */
export const signerMarks: Query<undefined, SignerMark[]> = {
  name: 'signer_marks',
  sqlite: (transaction) => transaction.all(text).map(markOf),
  postgres: { text, values: () => ({}), result: (rows) => rows.map(markOf) },
}

/** Sets a mark. A higher one stays, since another instance may have looked later. */
export const markSigner: Unit<SignerMark, void> = {
  name: 'mark_signer',
  sqlite(transaction, mark) {
    transaction.run(
      `INSERT INTO ledger_facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
       WHERE CAST(ledger_facts.value AS INTEGER) <= CAST(excluded.value AS INTEGER)`,
      nameOf(mark),
      valueOf(mark),
    )
  },
  postgres: {
    text: `INSERT INTO ledger_facts (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value
      WHERE split_part(ledger_facts.value, ' ', 1)::int8 <= split_part(excluded.value, ' ', 1)::int8`,
    values: (mark) => ({ name: nameOf(mark), value: valueOf(mark) }),
    result: () => undefined,
  },
}

function valueOf({ nonce, at }: SignerMark): string {
  return `${nonce ?? -1} ${at}`
}
