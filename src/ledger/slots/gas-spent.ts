import type { Query } from '../../store/store.ts'
import type { SignerInput } from './open-slots.ts'
import { lower } from '../payments/payment-row.ts'

/** Gwei that this signer spent on that day, closed slots only. */
export const gasSpent: Query<SignerInput & { readonly day: string }, bigint> = {
  name: 'gas_spent',
  sqlite: (transaction, { network, signer, day }) =>
    (transaction.get('SELECT gwei FROM gas_spent WHERE network = ? AND signer = ? AND day = ?', network, lower(signer), day)?.['gwei'] ??
      0n) as bigint,
  postgres: {
    text: 'SELECT gwei FROM gas_spent WHERE network = :network AND signer = :signer AND day = :day',
    values: ({ network, signer, day }) => ({ network, signer: lower(signer), day }),
    result: (rows) => (rows[0]?.['gwei'] ?? 0n) as bigint,
  },
}
