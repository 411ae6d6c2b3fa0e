import type { Query } from '../../store/store.ts'
import { readingQuery } from './reading-query.ts'

/** What a signer has begun and not ended. */
export interface SignerStatus {
  /** Account nonces whose transactions are not mined. */
  readonly openSlots: number
  /** Payments in its transactions of the last week whose blocks are not final. */
  readonly notFinal: number
}

export const signerStatus: Query<{ readonly signer: string }, SignerStatus> = readingQuery({
  name: 'signer_standing',
  text: `SELECT (SELECT count(*) FROM slots WHERE signer = :signer AND state = 'open') AS open_slots,
    (SELECT count(*) FROM slot_payments s JOIN payments p ON p.id = s.payment_id
      WHERE s.signer = :signer AND p.final = 0 AND p.state IN ('settling', 'settled', 'credit', 'running')) AS not_final`,
  values: ({ signer }) => ({ signer }),
  result: ([row]) => ({ openSlots: Number(row?.['open_slots'] ?? 0n), notFinal: Number(row?.['not_final'] ?? 0n) }),
})
