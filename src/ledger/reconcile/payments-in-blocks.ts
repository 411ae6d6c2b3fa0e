import type { Query } from '../../store/store.ts'
import { paymentColumns } from '../payments/payment-columns.ts'
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
  readonly limit: number
}

// An operator before a column keeps the planner from the index of the block: rows are read in the order of their ids, part by part.
const inSqlite = (table: string) => `SELECT ${paymentColumns} FROM ${table} WHERE id > ?
  AND +network = ? AND +block_number BETWEEN ? AND ? AND theft = 0 AND ${paidOnChain} ORDER BY id LIMIT ?`
const [hot, archive] = [inSqlite('payments'), inSqlite('payments_archive')]
const inPostgres = (table: string) => `SELECT ${paymentColumns} FROM ${table} WHERE id > :after
  AND network || '' = :network AND block_number + 0 BETWEEN :from::int8 AND :to::int8 AND theft = 0 AND ${paidOnChain}`

/** Payments whose money moved in these blocks, as the ledger has it, in the order of their ids: hot ones or archived ones. */
export const paymentsInBlocks: Query<PaymentsInBlocksInput, Payment[]> = {
  name: 'payments_in_blocks',
  sqlite: (transaction, { archived, network, fromBlock, toBlock, after, limit }) =>
    transaction.all(archived ? archive : hot, after, network, fromBlock, toBlock, BigInt(limit)).map(paymentFromRow),
  postgres: {
    text: `(${inPostgres('payments')} AND :archived::int8 = 0 ORDER BY id LIMIT :limit)
      UNION ALL (${inPostgres('payments_archive')} AND :archived::int8 = 1 ORDER BY id LIMIT :limit) ORDER BY id`,
    values: ({ archived, network, fromBlock, toBlock, after, limit }) => ({
      archived: archived ? 1n : 0n,
      network,
      from: fromBlock,
      to: toBlock,
      after,
      limit: BigInt(limit),
    }),
    result: (rows) => rows.map(paymentFromRow),
  },
}
