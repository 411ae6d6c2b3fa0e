import type { SqliteTransaction, Unit } from '../../store/store.ts'
import { holderValues, holdsLease, whileLeaseIsHeld } from '../leases/held-lease.ts'
import type { LeaseHolder } from '../leases/leases.ts'
import { lower } from '../payments/payment-row.ts'
import type { SignerInput } from './open-slots.ts'

export interface ReopenSlotInput extends SignerInput {
  readonly nonce: number
  /** The lease of the signer. */
  readonly holder?: LeaseHolder
}

/** What an `UPDATE` of a slot sets to open it again. */
export const reopened = `state = 'open', closed_day = NULL, booked_gwei = 0, booked_contract_settled = 0`

/** Takes what was booked for a slot off the day on which it was closed. Nothing where it is open. */
export function takeBackBooking(transaction: SqliteTransaction, network: string, signer: string, nonce: bigint): void {
  transaction.run(
    `UPDATE gas_spent AS g SET gwei = g.gwei - s.booked_gwei, contract_gwei = g.contract_gwei - s.contract * s.booked_gwei,
       contract_settled = g.contract_settled - s.booked_contract_settled
     FROM slots s WHERE s.network = ? AND s.signer = ? AND s.nonce = ?
       AND g.network = s.network AND g.signer = s.signer AND g.day = s.closed_day`,
    network,
    signer,
    nonce,
  )
}

/** The same for PostgreSQL: `closed` names a relation with the slot's row as it was, locked. */
export const takeBackBookingSql = (closed: string) => `UPDATE gas_spent g SET gwei = g.gwei - c.booked_gwei,
          contract_gwei = g.contract_gwei - c.contract * c.booked_gwei, contract_settled = g.contract_settled - c.booked_contract_settled
        FROM ${closed} c WHERE g.network = c.network AND g.signer = c.signer AND g.day = c.closed_day`

/**
 * mined or abandoned -> open, since a reorganisation has removed its transaction; what was booked for it is taken back. An open slot
 * stays as it is. False where another instance owns the signer.
 */
export const reopenSlot: Unit<ReopenSlotInput, boolean> = {
  name: 'reopen_slot',
  sqlite(transaction, { network, signer: mixedSigner, nonce: number, holder }) {
    if (!holdsLease(transaction, holder)) return false
    const [signer, nonce] = [lower(mixedSigner), BigInt(number)]
    takeBackBooking(transaction, network, signer, nonce)
    transaction.run(`UPDATE slots SET ${reopened} WHERE network = ? AND signer = ? AND nonce = ?`, network, signer, nonce)
    return true
  },
  postgres: {
    text: `WITH ${whileLeaseIsHeld}, closed AS (
        SELECT * FROM slots WHERE network = :network AND signer = :signer AND nonce = :nonce AND EXISTS (SELECT 1 FROM allowed) FOR UPDATE
      ), taken_back AS (
        ${takeBackBookingSql('closed')}
      ), opened AS (
        UPDATE slots s SET ${reopened} FROM closed c WHERE s.network = c.network AND s.signer = c.signer AND s.nonce = c.nonce
      ) SELECT one FROM allowed`,
    values: ({ network, signer, nonce, holder }) => ({ ...holderValues(holder), network, signer: lower(signer), nonce: BigInt(nonce) }),
    result: (rows) => rows.length === 1,
  },
}
