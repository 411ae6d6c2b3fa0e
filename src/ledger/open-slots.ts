import { toHex, type Hex } from '../shared/bytes.ts'
import type { Query, Row, SqliteTransaction } from '../store/store.ts'
import type { Slot, StoredTransaction } from './ledger.ts'
import { lower } from './payment-row.ts'

export interface SignerInput {
  readonly network: string
  readonly signer: Hex
}

/** The signer's open account nonces, lowest first, each with its transactions in the order in which they were stored. */
export const openSlots: Query<SignerInput, Slot[]> = {
  name: 'open_slots',
  sqlite: (transaction, { network, signer }) =>
    transaction
      .all(`SELECT * FROM slots WHERE network = ? AND signer = ? AND state = 'open' ORDER BY nonce`, network, lower(signer))
      .map((row) => slotOf(transaction, row)),
}

/** One account nonce, whatever became of it. */
export const slotAt: Query<SignerInput & { readonly nonce: number }, Slot | undefined> = {
  name: 'slot_at',
  sqlite(transaction, { network, signer, nonce }) {
    const row = transaction.get('SELECT * FROM slots WHERE network = ? AND signer = ? AND nonce = ?', network, lower(signer), BigInt(nonce))
    return row && slotOf(transaction, row)
  },
}

function slotOf(transaction: SqliteTransaction, row: Row): Slot {
  const [network, signer, nonce] = [row['network'] as string, row['signer'] as Hex, row['nonce'] as bigint]
  return {
    network,
    signer,
    nonce: Number(nonce),
    state: row['state'] as Slot['state'],
    payments: paymentsOf(transaction, network, signer, nonce),
    transactions: transactionsOf(transaction, network, signer, nonce),
    createdAt: Number(row['created_at']),
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
