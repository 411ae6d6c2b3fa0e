import { toHex, type Hex } from '../../shared/bytes.ts'
import type { Query, Row, SqliteTransaction } from '../../store/store.ts'
import type { Slot, StoredTransaction } from '../ledger.ts'
import { lower, texts } from '../payments/payment-row.ts'

export interface SignerInput {
  readonly network: string
  readonly signer: Hex
}

const sameSlot = (table: string) => `${table}.network = s.network AND ${table}.signer = s.signer AND ${table}.nonce = s.nonce`

/** PostgreSQL: a slot with its payments and transactions as JSON, so that all of it is read at one moment. */
const slotColumns = `s.network, s.signer, s.nonce, s.state, s.created_at, s.contract::int8 AS contract,
  (SELECT coalesce(json_agg(p.payment_id ORDER BY p.position), '[]')::text FROM slot_payments p WHERE ${sameSlot('p')}) AS payments,
  (SELECT coalesce(json_agg(json_build_object('hash', t.hash, 'raw', '0x' || encode(t.raw, 'hex'), 'maxFeePerGas', t.max_fee_per_gas,
     'maxPriorityFeePerGas', t.max_priority_fee_per_gas, 'storedAt', t.stored_at) ORDER BY t.number), '[]')::text
   FROM transactions t WHERE ${sameSlot('t')}) AS transactions`

/** The signer's open account nonces, lowest first, each with its transactions in the order in which they were stored. */
export const openSlots: Query<SignerInput, Slot[]> = {
  name: 'open_slots',
  sqlite: (transaction, { network, signer }) =>
    transaction
      .all(`SELECT * FROM slots WHERE network = ? AND signer = ? AND state = 'open' ORDER BY nonce`, network, lower(signer))
      .map((row) => slotOf(transaction, row)),
  postgres: {
    text: `SELECT ${slotColumns} FROM slots s WHERE network = :network AND signer = :signer AND state = 'open' ORDER BY nonce`,
    values: ({ network, signer }) => ({ network, signer: lower(signer) }),
    result: (rows) => rows.map(slotOfRow),
  },
}

/** The slot of an account nonce, in whatever state. */
export const slotAt: Query<SignerInput & { readonly nonce: number }, Slot | undefined> = {
  name: 'slot_at',
  sqlite(transaction, { network, signer, nonce }) {
    const row = transaction.get('SELECT * FROM slots WHERE network = ? AND signer = ? AND nonce = ?', network, lower(signer), BigInt(nonce))
    return row && slotOf(transaction, row)
  },
  postgres: {
    text: `SELECT ${slotColumns} FROM slots s WHERE network = :network AND signer = :signer AND nonce = :nonce`,
    values: ({ network, signer, nonce }) => ({ network, signer: lower(signer), nonce: BigInt(nonce) }),
    result: (rows) => rows.map(slotOfRow)[0],
  },
}

function slotOf(transaction: SqliteTransaction, row: Row): Slot {
  const [network, signer, nonce] = [row['network'] as string, row['signer'] as Hex, row['nonce'] as bigint]
  return {
    ...slotTerms(row),
    payments: paymentsOf(transaction, network, signer, nonce),
    transactions: transactionsOf(transaction, network, signer, nonce),
  }
}

function slotOfRow(row: Row): Slot {
  const transactions = JSON.parse(row['transactions'] as string) as (StoredTransaction & {
    maxFeePerGas: string
    maxPriorityFeePerGas: string
  })[]
  return {
    ...slotTerms(row),
    payments: texts(row['payments']),
    transactions: transactions.map((one) => ({
      ...one,
      maxFeePerGas: BigInt(one.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(one.maxPriorityFeePerGas),
    })),
  }
}

function slotTerms(row: Row) {
  return {
    network: row['network'] as string,
    signer: row['signer'] as Hex,
    nonce: Number(row['nonce']),
    state: row['state'] as Slot['state'],
    createdAt: Number(row['created_at']),
    contract: row['contract'] === 1n,
  }
}

function paymentsOf(transaction: SqliteTransaction, network: string, signer: string, nonce: bigint): string[] {
  return transaction
    .all('SELECT payment_id FROM slot_payments WHERE network = ? AND signer = ? AND nonce = ? ORDER BY position', network, signer, nonce)
    .map((row) => row['payment_id'] as string)
}

function transactionsOf(transaction: SqliteTransaction, network: string, signer: string, nonce: bigint): StoredTransaction[] {
  return transaction
    .all('SELECT * FROM transactions WHERE network = ? AND signer = ? AND nonce = ? ORDER BY rowid', network, signer, nonce)
    .map((row: Row) => ({
      hash: row['hash'] as Hex,
      raw: toHex(row['raw'] as Uint8Array),
      maxFeePerGas: BigInt(row['max_fee_per_gas'] as string),
      maxPriorityFeePerGas: BigInt(row['max_priority_fee_per_gas'] as string),
      storedAt: Number(row['stored_at']),
    }))
}
