import type { Query } from '../../store/store.ts'
import type { SignerInput } from './open-slots.ts'
import { lower } from '../payments/payment-row.ts'

/** The highest account nonce ever stored for this signer, or -1. */
export const highestNonce: Query<SignerInput, number> = {
  name: 'highest_nonce',
  sqlite: (transaction, { network, signer }) =>
    Number(
      transaction.get('SELECT coalesce(max(nonce), -1) AS nonce FROM slots WHERE network = ? AND signer = ?', network, lower(signer))![
        'nonce'
      ],
    ),
  postgres: {
    text: 'SELECT coalesce(max(nonce), -1) AS nonce FROM slots WHERE network = :network AND signer = :signer',
    values: ({ network, signer }) => ({ network, signer: lower(signer) }),
    result: (rows) => Number(rows[0]!['nonce']),
  },
}
