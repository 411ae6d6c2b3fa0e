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
      .all(`SELECT nonce, created_at FROM slots WHERE network = ? AND signer = ? AND state = 'open' ORDER BY nonce`, network, lower(signer))
      .map((row) => ({
        network,
        signer: lower(signer),
        nonce: Number(row['nonce']),
        state: 'open',
        payments: paymentsOf(transaction, network, lower(signer), row['nonce'] as bigint),
        transactions: transactionsOf(transaction, network, lower(signer), row['nonce'] as bigint),
        createdAt: Number(row['created_at']),
      })),
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
