import type { Unit } from '../../store/store.ts'
import { holderValues, holdsLease, whileLeaseIsHeld } from '../leases/held-lease.ts'
import type { LeaseHolder } from '../leases/leases.ts'
import { lower } from '../payments/payment-row.ts'
import type { SignerInput } from './open-slots.ts'

export interface CloseSlotInput extends SignerInput {
  readonly nonce: number
  readonly state: 'mined' | 'abandoned'
  readonly gasGwei: bigint
  /** What its transaction brought, in base units; 0 unless given. */
  readonly settled?: bigint
  readonly day: string
  /** The lease of the signer. */
  readonly holder?: LeaseHolder
}

/** open -> mined or abandoned; what it cost and brought is booked on the signer's day, once. False where another instance owns the signer. */
export const closeSlot: Unit<CloseSlotInput, boolean> = {
  name: 'close_slot',
  sqlite(transaction, { network, signer, nonce, state, gasGwei, settled = 0n, day, holder }) {
    if (!holdsLease(transaction, holder)) return false
    const closed = transaction.get(
      `UPDATE slots SET state = ?, closed_day = ? WHERE network = ? AND signer = ? AND nonce = ? AND state = 'open' RETURNING contract`,
      state,
      day,
      network,
      lower(signer),
      BigInt(nonce),
    )
    if (closed === undefined) return true
    const ofContract = closed['contract'] as bigint
    transaction.run(
      `INSERT INTO gas_spent (network, signer, day, gwei, settled, contract_gwei, contract_settled) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (network, signer, day) DO UPDATE SET gwei = gwei + excluded.gwei, settled = settled + excluded.settled,
         contract_gwei = contract_gwei + excluded.contract_gwei, contract_settled = contract_settled + excluded.contract_settled`,
      network,
      lower(signer),
      day,
      gasGwei,
      settled,
      ofContract * gasGwei,
      ofContract * settled,
    )
    return true
  },
  postgres: {
    text: `WITH ${whileLeaseIsHeld}, closed AS (
        UPDATE slots SET state = :state, closed_day = :day
        WHERE network = :network AND signer = :signer AND nonce = :nonce AND state = 'open' AND EXISTS (SELECT 1 FROM allowed)
        RETURNING network, signer, closed_day, contract
      ), booked AS (
        INSERT INTO gas_spent (network, signer, day, gwei, settled, contract_gwei, contract_settled)
        SELECT network, signer, closed_day, :gwei::int8, :settled::int8, contract * :gwei::int8, contract * :settled::int8 FROM closed
        ON CONFLICT (network, signer, day) DO UPDATE SET gwei = gas_spent.gwei + excluded.gwei,
          settled = gas_spent.settled + excluded.settled, contract_gwei = gas_spent.contract_gwei + excluded.contract_gwei,
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
