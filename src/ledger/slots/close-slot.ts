import type { Unit } from '../../store/store.ts'
import { holderValues, holdsLease, whileLeaseIsHeld } from '../leases/held-lease.ts'
import type { LeaseHolder } from '../leases/leases.ts'
import { lower } from '../payments/payment-row.ts'
import type { SignerInput } from './open-slots.ts'

export interface CloseSlotInput extends SignerInput {
  readonly nonce: number
  readonly state: 'mined' | 'abandoned'
  readonly gasGwei: bigint
  /** What its transaction brought, in base units; 0 unless given. It is remembered for contract payers: other income is booked by `settle`. */
  readonly settled?: bigint
  readonly day: string
  /** The lease of the signer. */
  readonly holder?: LeaseHolder
}

/**
 * open -> mined or abandoned; what it cost is booked on the signer's day, once, and so is what a contract payer brought. The slot remembers
 * both, to be taken back when it is opened again. False where another instance owns the signer.
 */
export const closeSlot: Unit<CloseSlotInput, boolean> = {
  name: 'close_slot',
  sqlite(transaction, { network, signer, nonce, state, gasGwei, settled = 0n, day, holder }) {
    if (!holdsLease(transaction, holder)) return false
    const closed = transaction.get(
      `UPDATE slots SET state = ?, closed_day = ?, booked_gwei = ?, booked_contract_settled = contract * ?
       WHERE network = ? AND signer = ? AND nonce = ? AND state = 'open' RETURNING contract`,
      state,
      day,
      gasGwei,
      settled,
      network,
      lower(signer),
      BigInt(nonce),
    )
    if (closed === undefined) return true
    const ofContract = closed['contract'] as bigint
    transaction.run(
      `INSERT INTO gas_spent (network, signer, day, gwei, contract_gwei, contract_settled) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (network, signer, day) DO UPDATE SET gwei = gwei + excluded.gwei,
         contract_gwei = contract_gwei + excluded.contract_gwei, contract_settled = contract_settled + excluded.contract_settled`,
      network,
      lower(signer),
      day,
      gasGwei,
      ofContract * gasGwei,
      ofContract * settled,
    )
    return true
  },
  postgres: {
    text: `WITH ${whileLeaseIsHeld}, closed AS (
        UPDATE slots SET state = :state, closed_day = :day, booked_gwei = :gwei::int8, booked_contract_settled = contract * :settled::int8
        WHERE network = :network AND signer = :signer AND nonce = :nonce AND state = 'open' AND EXISTS (SELECT 1 FROM allowed)
        RETURNING network, signer, closed_day, booked_gwei, contract * booked_gwei AS contract_gwei, booked_contract_settled
      ), booked AS (
        INSERT INTO gas_spent (network, signer, day, gwei, contract_gwei, contract_settled) SELECT * FROM closed
        ON CONFLICT (network, signer, day) DO UPDATE SET gwei = gas_spent.gwei + excluded.gwei,
          contract_gwei = gas_spent.contract_gwei + excluded.contract_gwei,
          contract_settled = gas_spent.contract_settled + excluded.contract_settled
      ) SELECT one FROM allowed`,
    values: ({ network, signer, nonce, state, gasGwei, settled = 0n, day, holder }) => ({
      ...holderValues(holder),
      network,
      signer: lower(signer),
      nonce: BigInt(nonce),
      state,
      gwei: gasGwei,
      settled,
      day,
    }),
    result: (rows) => rows.length === 1,
  },
}
