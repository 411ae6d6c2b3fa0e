/** How PostgreSQL holds a column; SQLite has text, 64-bit integers and bytes for them. */
export type ColumnType = 'text' | 'int8' | 'int2' | 'bytea'

/** The columns that a hot and an archived payment share, in the order of the tables. Every other list of them is derived from this one. */
export const paymentColumnTypes = {
  id: 'text',
  state: 'text',
  epoch: 'int8',
  offer_id: 'text',
  fingerprint: 'text',
  protocol: 'text',
  network: 'text',
  asset: 'text',
  payer: 'text',
  pay_to: 'text',
  amount: 'int8',
  nonce: 'text',
  valid_after: 'int8',
  valid_before: 'int8',
  signature: 'text',
  credential_hash: 'text',
  client: 'text',
  keys: 'text',
  free: 'int2',
  instance: 'text',
  lease_until: 'int8',
  claimed_at: 'int8',
  served_at: 'int8',
  settled_at: 'int8',
  reason: 'text',
  claim_block: 'int8',
  transaction_hash: 'text',
  block_number: 'int8',
  block_hash: 'text',
  log_index: 'int8',
  final: 'int2',
  bound: 'int2',
  theft: 'int2',
  timing: 'text',
  runs: 'int8',
  price_words: 'text',
} as const satisfies Readonly<Record<string, ColumnType>>

/** The columns of a hot payment: those of all payments, the keys it owns, and whether it is in a partial index of unfinished ones. */
export const hotPaymentColumnTypes = { ...paymentColumnTypes, identities: 'text', unfinished: 'int2' } as const satisfies Readonly<
  Record<string, ColumnType>
>

export type PaymentColumn = keyof typeof paymentColumnTypes
export type HotPaymentColumn = keyof typeof hotPaymentColumnTypes

const names = Object.keys(paymentColumnTypes) as PaymentColumn[]

/** The columns that a hot and an archived payment share, as a list for a statement. */
export const paymentColumns = names.join(', ')

/** These columns, or all that hot and archived payments share, of a table that a statement knows by another name. */
export function columnsOf(table: string, columns: readonly HotPaymentColumn[] = names): string {
  return columns.map((column) => `${table}.${column}`).join(', ')
}
