import { hotPaymentColumnTypes, paymentColumnTypes, type ColumnType } from '../payments/payment-columns.ts'

/** A table of the ledger that is moved to another engine, row by row. */
export interface MovedTable {
  readonly name: string
  /** The columns that identify a row, in the order of an index that both engines have. */
  readonly key: readonly string[]
  /** All of them, by name. */
  readonly columns: Readonly<Record<string, ColumnType>>
  /** PostgreSQL numbers its rows in the column `number`, from a sequence. In SQLite that is the table's `rowid`. */
  readonly numbered: boolean
  /** The most rows that are read at once. */
  readonly slice: number
}

/** Names of columns by their type, with spaces between. */
type ColumnsByType = Partial<Record<ColumnType, string>>

function table(name: string, key: string, columns: ColumnsByType, options: { numbered?: boolean; slice?: number } = {}): MovedTable {
  const typed = Object.entries(columns).flatMap(([type, names]) => words(names).map((column) => [column, type as ColumnType]))
  return { name, key: words(key), columns: Object.fromEntries(typed) as MovedTable['columns'], numbered: false, slice: 500, ...options }
}

function byType(types: Readonly<Record<string, ColumnType>>): ColumnsByType {
  const names = (type: ColumnType) => Object.keys(types).filter((column) => types[column] === type)
  return { text: names('text').join(' '), int8: names('int8').join(' '), int2: names('int2').join(' ') }
}

const words = (text: string) => text.trim().split(/\s+/)

/** The tables that are moved, in this order. `moved-tables.test.ts` fails for a table or column that is in neither list. */
export const movedTables: readonly MovedTable[] = [
  table('payments', 'id', byType(hotPaymentColumnTypes)),
  table('payments_archive', 'id', byType(paymentColumnTypes)),
  table('archived_totals', 'network state theft', { text: 'network state', int2: 'theft', int8: 'payments amount' }),
  table('archived_days', 'day offer_id network protocol state theft final amount', {
    int8: 'day amount payments',
    text: 'offer_id network protocol state',
    int2: 'theft final',
  }),
  table('payer_history', 'payer', { text: 'payer', int8: 'ended settled settled_amount since' }),
  table('identities', 'identity', { text: 'identity payment_id' }),
  table('identities_archive', 'identity payment_id', { text: 'identity payment_id' }),
  table('payment_keys', 'key', { text: 'key payment_id', int8: 'expires_at' }),
  table('paying_wallets', 'payer', { text: 'payer' }),
  table('free_grants', 'payer', { text: 'payer payment_id day client' }),
  table('free_calls', 'day client', { text: 'day client', int8: 'used' }),
  table('quotas', 'day pool', { text: 'day pool', int8: 'used' }),
  table('uncharged_runs', 'hour subject', { text: 'hour subject', int8: 'runs' }),
  table('bound_only', 'payer', { text: 'payer' }),
  table('theft_losses', 'day', { text: 'day', int8: 'payments amount' }),
  table('refunds', 'refund_id', { text: 'refund_id payment_id outcome day payer network reason', int8: 'amount net asked_at' }),
  table('early_losses', 'day subject', { text: 'day subject', int8: 'payments amount' }),
  table(
    'answers',
    'payment_id',
    { text: 'payment_id content_type headers file', int8: 'status expires_at', bytea: 'body' },
    { slice: 100 },
  ),
  table('slots', 'network signer nonce', {
    text: 'network signer state closed_day',
    int8: 'nonce created_at worst_gwei value contract booked_gwei booked_contract_settled',
  }),
  table(
    'transactions',
    'network signer nonce hash',
    { text: 'network signer hash max_fee_per_gas max_priority_fee_per_gas', int8: 'number nonce stored_at', bytea: 'raw' },
    { numbered: true, slice: 100 },
  ),
  table('slot_payments', 'network signer nonce payment_id', { text: 'network signer payment_id', int8: 'nonce position' }),
  table('gas_spent', 'network signer day', { text: 'network signer day', int8: 'gwei settled contract_gwei contract_settled' }),
  table('barred', 'payer', { text: 'payer reason', int8: 'until' }),
  table('watch_positions', 'id', { text: 'id payer since_day', int8: 'version items asked_at' }),
  table('delivered_items', 'position_id item', { text: 'position_id item day payment_id again_payment_id', int8: 'delivered_at again_at' }),
  table('company_watches', 'source register_number', {
    text: 'source register_number country',
    int8: 'first_asked_at last_asked_at next_refresh_at',
  }),
  table('company_snapshots', 'source register_number version', {
    text: 'source register_number url record',
    int8: 'version first_seen_at last_seen_at',
  }),
  table('llm_spending', 'day', { text: 'day', int8: 'picodollars' }),
  table('price_orders', 'number', { text: 'offer_id', int8: 'number price from_at ordered_at' }, { numbered: true }),
  table('reference_rates', 'unit day', { text: 'unit day usd source', int8: 'recorded_at' }),
  table('prices', 'number', { text: 'offer_id', int8: 'number price at' }, { numbered: true }),
  table('goods_rows', 'line name key', { text: 'line name key row', int8: 'version' }, { slice: 100 }),
  table('counts', 'name span start key', { text: 'name key', int8: 'span start count' }),
  table('hook_events', 'id', { text: 'id kind subject body failed', int8: 'at tries due_at dead' }),
  table('audit', 'number', { text: 'kind subject detail', int8: 'number at' }, { numbered: true }),
]

const upstreams = 'what upstreams said: each instance finds it out again, in its DATA_DIR'
const chains = 'what chains said: each instance finds it out again, in its DATA_DIR'

/** The tables that are not moved, and why. */
export const tablesNotMoved: Readonly<Record<string, string>> = {
  schema_migrations: 'each engine has steps of its own',
  ledger_facts: 'written by the move itself: the id and the mode go over, the rest tells how far it is',
  leases: 'their owner is the process that was stopped; what it had is given back by name',
  turns: 'PostgreSQL only: a turn that was never taken is the first one',
  instance_rows: 'what a line of goods keeps for one instance and makes again, in its DATA_DIR',
  sanctions_lists: upstreams,
  sanctions_entries: upstreams,
  index_checkpoints: chains,
  index_blocks: chains,
  agent_events: chains,
  agent_feedback: chains,
  token_transfers: chains,
  pool_swaps: chains,
  pool_minutes: chains,
  watched_readings: chains,
  watched_addresses: chains,
}
