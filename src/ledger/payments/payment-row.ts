import type { Hex } from '../../shared/bytes.ts'
import type { Cell, Row, SqliteTransaction } from '../../store/store.ts'
import { paymentColumns, type PaymentColumn } from './payment-columns.ts'
import type { Payment, PaymentState, Timing } from './payment.ts'

/** Payments that have not ended: claimed, ordered, served or settling. The text is literally that of the partial indexes, or SQLite does not use them. */
export const unfinished = 'unfinished = 1'

/** Those of them that their payers still owe us: neither free nor a transfer, which has no validity window. Literally as in its index too. */
export const owed = `${unfinished} AND free = 0 AND valid_before IS NOT NULL`

/** Payments that were answered early and then could not be collected, until they are paid. Literally as in its index. */
export const owing = `timing = 'early' AND reason IS NOT NULL AND state <> 'reversed'`

/** What was answered early and is not settled, and is no loss yet. Literally as in its indexes. */
export const openEarly = `timing = 'early' AND unfinished = 1 AND reason IS NULL`

/** The payment in a row of either engine's table. */
export function paymentFromRow(given: Row): Payment {
  const row = given as Readonly<Record<PaymentColumn, Cell>>
  return {
    id: row.id as string,
    state: row.state as PaymentState,
    epoch: Number(row.epoch),
    offerId: row.offer_id as string,
    fingerprint: row.fingerprint as string,
    protocol: row.protocol as string,
    network: row.network as string,
    asset: row.asset as Hex,
    payer: row.payer as Hex,
    payTo: row.pay_to as Hex,
    amount: row.amount as bigint,
    priceWords: row.price_words as string | null,
    authorization:
      row.nonce === null
        ? null
        : {
            nonce: row.nonce as Hex,
            validAfter: row.valid_after as bigint,
            validBefore: row.valid_before as bigint,
            signature: row.signature as Hex,
          },
    credentialHash: row.credential_hash as string,
    client: row.client as string,
    keys: texts(row.keys),
    free: row.free === 1n,
    instance: row.instance as string,
    leaseUntil: Number(row.lease_until),
    claimedAt: Number(row.claimed_at),
    servedAt: time(row.served_at),
    settledAt: time(row.settled_at),
    reason: row.reason as string | null,
    claimBlock: row.claim_block as bigint,
    bound: row.bound === 1n,
    theft: row.theft === 1n,
    transaction: row.transaction_hash as Hex | null,
    blockNumber: row.block_number as bigint | null,
    blockHash: row.block_hash as Hex | null,
    logIndex: time(row.log_index),
    final: row.final === 1n,
    timing: row.timing as Timing,
    runs: Number(row.runs),
  }
}

/** A JSON array of text from one cell. */
export function texts(cell: Row[string] | undefined): string[] {
  return JSON.parse(cell as string) as string[]
}

/** Lower case, as in the tables for every address and nonce. */
export function lower(hex: string): Hex {
  return hex.toLowerCase() as Hex
}

/** The row that a statement with `RETURNING` changed, if it changed one. */
export function optionalPayment(row: Row | undefined): Payment | undefined {
  return row && paymentFromRow(row)
}

/** The payment that a PostgreSQL statement returned, if any. */
export function firstPayment(rows: readonly Row[]): Payment | undefined {
  return optionalPayment(rows[0])
}

// Made once, since a text that is made again is hashed again to find its statement.
const hotById = `SELECT ${paymentColumns} FROM payments WHERE id = ?`
const archivedById = `SELECT ${paymentColumns} FROM payments_archive WHERE id = ?`

export function hotPayment(transaction: SqliteTransaction, id: string): Payment | undefined {
  return optionalPayment(transaction.get(hotById, id))
}

export function archivedPayment(transaction: SqliteTransaction, id: string): Payment | undefined {
  return optionalPayment(transaction.get(archivedById, id))
}

function time(cell: Row[string] | undefined): number | null {
  return cell === null || cell === undefined ? null : Number(cell)
}
