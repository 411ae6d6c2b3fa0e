import type { Hex } from '../../shared/bytes.ts'
import type { Query, Row } from '../../store/store.ts'

export interface PayerClient {
  readonly id: string
  readonly payer: Hex
  readonly client: string
}

export interface ClientsInput {
  readonly archived: boolean
  /** Only payments with a lower receipt id. */
  readonly before: string
  readonly limit: number
}

const from = (table: string, before: string, limit: string) =>
  `SELECT id, payer, client FROM ${table} WHERE id < ${before} AND timing <> 'refund' ORDER BY id DESC LIMIT ${limit}`
const [hot, archive] = [from('payments', '?', '?'), from('payments_archive', '?', '?')]

function clientOf(row: Row): PayerClient {
  return { id: row['id'] as string, payer: row['payer'] as Hex, client: row['client'] as string }
}

/** Payers with the client address key of their call, newest payments first: hot ones or archived ones. */
export const clientsOfPayers: Query<ClientsInput, PayerClient[]> = {
  name: 'clients_of_payers',
  sqlite: (transaction, { archived, before, limit }) => transaction.all(archived ? archive : hot, before, BigInt(limit)).map(clientOf),
  postgres: {
    text: `(${from('payments', ':before', ':limit').replace(' ORDER', ' AND :archived::int8 = 0 ORDER')})
      UNION ALL (${from('payments_archive', ':before', ':limit').replace(' ORDER', ' AND :archived::int8 = 1 ORDER')}) ORDER BY id DESC`,
    values: ({ archived, before, limit }) => ({ archived: archived ? 1n : 0n, before, limit: BigInt(limit) }),
    result: (rows) => rows.map(clientOf),
  },
}
