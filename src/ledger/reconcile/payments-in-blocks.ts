import type { Query, Row } from '../../store/store.ts'
import { columnsOf, paymentColumns } from '../payments/payment-columns.ts'
import type { Payment } from '../payments/payment.ts'
import { paymentFromRow } from '../payments/payment-row.ts'
import { paidOnChain } from '../payments/payment-states.ts'

export interface PaymentsInBlocksInput {
  readonly archived: boolean
  readonly network: string
  readonly fromBlock: bigint
  readonly toBlock: bigint
  /** Only payments with a higher receipt id. */
  readonly after: string
  /** How many payments are looked at, of all networks and blocks. */
  readonly limit: number
}

export interface PaymentsInBlocks {
  /** In the order of their ids. */
  readonly payments: Payment[]
  /** The last receipt id that was looked at; null where there are no more. */
  readonly last: string | null
}

// An operator before a column keeps the planner from the index of the block: rows are read in the order of their ids, part by part. The part has
// an end of its own, since there may be very many payments of other networks before the next that is asked for.
const lastOf = (table: string) => `SELECT id FROM ${table} WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?`
const inSqlite = (table: string) => `SELECT ${paymentColumns} FROM ${table} WHERE id > ? AND id <= ?
  AND +network = ? AND +block_number BETWEEN ? AND ? AND theft = 0 AND ${paidOnChain} ORDER BY id`
const [hot, archive] = [inSqlite('payments'), inSqlite('payments_archive')]
/** Above every receipt id. */
const newest = 'g'

const partInPostgres = (name: string, table: string, archived: number) => `${name} AS (
    SELECT * FROM ${table} WHERE id > :after AND :archived::int8 = ${archived} ORDER BY id LIMIT :limit
  )`
const rowsInPostgres = (name: string) => `SELECT ${columnsOf('p')}, NULL AS last FROM ${name} p
  WHERE p.network = :network AND p.block_number BETWEEN :from::int8 AND :to::int8 AND p.theft = 0 AND ${paidOnChain}
  UNION ALL SELECT ${columnsOf('e')}, e.id FROM (SELECT * FROM ${name} WHERE (SELECT count(*) FROM ${name}) = :limit::int8 ORDER BY id DESC LIMIT 1) e`

/** Payments whose money moved in these blocks, as the ledger has it: hot ones or archived ones. */
export const paymentsInBlocks: Query<PaymentsInBlocksInput, PaymentsInBlocks> = {
  name: 'payments_in_blocks',
  sqlite(transaction, { archived, network, fromBlock, toBlock, after, limit }) {
    const end = transaction.get(lastOf(archived ? 'payments_archive' : 'payments'), after, BigInt(limit - 1))
    const last = end === undefined ? null : (end['id'] as string)
    const rows = transaction.all(archived ? archive : hot, after, last ?? newest, network, fromBlock, toBlock)
    return { payments: rows.map(paymentFromRow), last }
  },
  postgres: {
    text: `WITH ${partInPostgres('hot', 'payments', 0)}, ${partInPostgres('old', 'payments_archive', 1)}
      SELECT * FROM (${rowsInPostgres('hot')} UNION ALL ${rowsInPostgres('old')}) AS found ORDER BY last NULLS FIRST, id`,
    values: ({ archived, network, fromBlock, toBlock, after, limit }) => ({
      archived: archived ? 1n : 0n,
      network,
      from: fromBlock,
      to: toBlock,
      after,
      limit: BigInt(limit),
    }),
    result: (rows) => ({ payments: rows.filter((row) => row['last'] === null).map(paymentFromRow), last: lastIn(rows) }),
  },
}

function lastIn(rows: readonly Row[]): string | null {
  return (rows.at(-1)?.['last'] ?? null) as string | null
}
