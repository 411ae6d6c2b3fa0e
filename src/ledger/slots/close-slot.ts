import type { Unit } from '../../store/store.ts'
import { holderValues, holdsLease, whileLeaseIsHeld } from '../leases/held-lease.ts'
import type { LeaseHolder } from '../leases/leases.ts'
import { lower } from '../payments/payment-row.ts'
import type { SignerInput } from './open-slots.ts'

export interface CloseSlotInput extends SignerInput {
  readonly nonce: number
  readonly state: 'mined' | 'abandoned'
  readonly gasGwei: bigint
  readonly day: string
  /** The lease of the signer. */
  readonly holder?: LeaseHolder
}

/** open -> mined or abandoned; what it cost is booked on the signer's day, once. False where another instance owns the signer. */
export const closeSlot: Unit<CloseSlotInput, boolean> = {
  name: 'close_slot',
  sqlite(transaction, { network, signer, nonce, state, gasGwei, day, holder }) {
    if (!holdsLease(transaction, holder)) return false
    const { changes } = transaction.run(
      `UPDATE slots SET state = ?, closed_day = ? WHERE network = ? AND signer = ? AND nonce = ? AND state = 'open'`,
      state,
      day,
      network,
      lower(signer),
      BigInt(nonce),
    )
    if (changes === 0) return true
    transaction.run(
      `INSERT INTO gas_spent (network, signer, day, gwei) VALUES (?, ?, ?, ?)
       ON CONFLICT (network, signer, day) DO UPDATE SET gwei = gwei + excluded.gwei`,
      network,
      lower(signer),
      day,
      gasGwei,
    )
    return true
  },
  postgres: {
    text: `WITH ${whileLeaseIsHeld}, closed AS (
        UPDATE slots SET state = :state, closed_day = :day
        WHERE network = :network AND signer = :signer AND nonce = :nonce AND state = 'open' AND EXISTS (SELECT 1 FROM allowed)
        RETURNING network, signer, closed_day
      ), booked AS (
        INSERT INTO gas_spent (network, signer, day, gwei) SELECT network, signer, closed_day, :gwei::int8 FROM closed
        ON CONFLICT (network, signer, day) DO UPDATE SET gwei = gas_spent.gwei + excluded.gwei
      ) SELECT one FROM allowed`,
    values: ({ network, signer, nonce, state, gasGwei, day, holder }) => ({
      ...holderValues(holder),
      network,
      signer: lower(signer),
      nonce: BigInt(nonce),
      state,
      gwei: gasGwei,
      day,
    }),
    result: (rows) => rows.length === 1,
  },
}
