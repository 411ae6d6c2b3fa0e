import type { Hex } from '../shared/bytes.ts'
import type { Row, SqliteTransaction } from '../store/store.ts'
import type { Payment, PaymentState } from './payment.ts'

/** The columns that a hot and an archived payment share, in the order of the table. */
export const paymentColumns = `id, state, epoch, offer_id, fingerprint, protocol, network, asset, payer, pay_to, amount,
  nonce, valid_after, valid_before, signature, credential_hash, client, keys, free, instance, lease_until,
  claimed_at, served_at, settled_at, reason, claim_block, transaction_hash, block_number, block_hash, log_index, final, bound, theft`

/** The same of a table that a statement knows by another name. */
export function columnsOf(table: string): string {
  return paymentColumns.replaceAll(/\w+/g, (column) => `${table}.${column}`)
}

/** What somebody must still bring to an end: claimed, served or settling. Literally as in the partial indexes, or SQLite will not use those. */
export const unfinished = 'unfinished = 1'

/** Of these, what its payer still owes us: neither free nor a transfer, which has no window. Literally as in its index too. */
export const owed = `${unfinished} AND free = 0 AND valid_before IS NOT NULL`

/** A payment as it stands in either engine's table. */
export function paymentOf(row: Row): Payment {
  return {
    id: row['id'] as string,
    state: row['state'] as PaymentState,
    epoch: Number(row['epoch']),
    offerId: row['offer_id'] as string,
    fingerprint: row['fingerprint'] as string,
    protocol: row['protocol'] as string,
    network: row['network'] as string,
    asset: row['asset'] as Hex,
    payer: row['payer'] as Hex,
    payTo: row['pay_to'] as Hex,
    amount: row['amount'] as bigint,
    authorization:
      row['nonce'] === null
        ? null
        : {
            nonce: row['nonce'] as Hex,
            validAfter: row['valid_after'] as bigint,
            validBefore: row['valid_before'] as bigint,
            signature: row['signature'] as Hex,
          },
    credentialHash: row['credential_hash'] as string,
    client: row['client'] as string,
    keys: texts(row['keys']),
    free: row['free'] === 1n,
    instance: row['instance'] as string,
    leaseUntil: Number(row['lease_until']),
    claimedAt: Number(row['claimed_at']),
    servedAt: time(row['served_at']),
    settledAt: time(row['settled_at']),
    reason: row['reason'] as string | null,
    claimBlock: row['claim_block'] as bigint,
    bound: row['bound'] === 1n,
    theft: row['theft'] === 1n,
    transaction: row['transaction_hash'] as Hex | null,
    blockNumber: row['block_number'] as bigint | null,
    blockHash: row['block_hash'] as Hex | null,
    logIndex: time(row['log_index']),
    final: row['final'] === 1n,
  }
}

/** A JSON array of text from one cell. */
export function texts(cell: Row[string] | undefined): string[] {
  return JSON.parse(cell as string) as string[]
}

/** Lower case, as every address and nonce stands in the tables. */
export function lower(hex: string): Hex {
  return hex.toLowerCase() as Hex
}

/** The row that a statement with `RETURNING` changed, if it changed one. */
export function changed(row: Row | undefined): Payment | undefined {
  return row && paymentOf(row)
}

/** The payment that a PostgreSQL statement gave, if it gave one. */
export function firstPayment(rows: readonly Row[]): Payment | undefined {
  return changed(rows[0])
}

// Made once: a text that is made anew is hashed anew to find its statement.
const hotById = `SELECT ${paymentColumns} FROM payments WHERE id = ?`
const archivedById = `SELECT ${paymentColumns} FROM payments_archive WHERE id = ?`

export function hotPayment(transaction: SqliteTransaction, id: string): Payment | undefined {
  return changed(transaction.get(hotById, id))
}

export function archivedPayment(transaction: SqliteTransaction, id: string): Payment | undefined {
  return changed(transaction.get(archivedById, id))
}

function time(cell: Row[string] | undefined): number | null {
  return cell === null || cell === undefined ? null : Number(cell)
}
