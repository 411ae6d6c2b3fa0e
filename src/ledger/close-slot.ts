import type { Unit } from '../store/store.ts'
import { lower } from './payment-row.ts'
import type { SignerInput } from './open-slots.ts'

export interface CloseSlotInput extends SignerInput {
  readonly nonce: number
  readonly state: 'mined' | 'abandoned'
  readonly gasGwei: bigint
  readonly day: string
}

/** open -> mined or abandoned; what it cost is booked on the signer's day, once. */
export const closeSlot: Unit<CloseSlotInput, void> = {
  name: 'close_slot',
  sqlite(transaction, { network, signer, nonce, state, gasGwei, day }) {
    const { changes } = transaction.run(
      `UPDATE slots SET state = ?, closed_day = ? WHERE network = ? AND signer = ? AND nonce = ? AND state = 'open'`,
      state,
      day,
      network,
      lower(signer),
      BigInt(nonce),
    )
    if (changes === 0) return
    transaction.run(
      `INSERT INTO gas_spent (network, signer, day, gwei) VALUES (?, ?, ?, ?)
       ON CONFLICT (network, signer, day) DO UPDATE SET gwei = gwei + excluded.gwei`,
      network,
      lower(signer),
      day,
      gasGwei,
    )
  },
  postgres: {
    text: `WITH closed AS (
        UPDATE slots SET state = :state, closed_day = :day
        WHERE network = :network AND signer = :signer AND nonce = :nonce AND state = 'open' RETURNING network, signer, closed_day
      ) INSERT INTO gas_spent (network, signer, day, gwei) SELECT network, signer, closed_day, :gwei::int8 FROM closed
        ON CONFLICT (network, signer, day) DO UPDATE SET gwei = gas_spent.gwei + excluded.gwei`,
    values: ({ network, signer, nonce, state, gasGwei, day }) => ({
      network,
      signer: lower(signer),
      nonce: BigInt(nonce),
      state,
      gwei: gasGwei,
      day,
    }),
    result: () => undefined,
  },
}
