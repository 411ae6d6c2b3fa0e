import type { PaymentsFilter } from '../../ledger/reading/find-payments.ts'
import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import { findNamed, listed, listLedger, readName, type ListedPayment, type Named } from '../ledger/look-up.ts'

/** What an operator may look for: what the commands take, and the hash of a request. */
export type Sought = Named | { readonly kind: 'request'; readonly hash: string }

/** Reads what was typed into the search; null for anything else. */
export function readSought(text: string): Sought | null {
  const named = readName(text)
  if (named !== null) return named
  const hash = text.trim().toLowerCase()
  return /^[0-9a-f]{64}$/.test(hash) ? { kind: 'request', hash } : null
}

export interface PaymentsPage {
  readonly payments: readonly ListedPayment[]
  /** For the next page; null after the last one. */
  readonly cursor: string | null
}

export interface PaymentsQuery extends Omit<PaymentsFilter, 'payer' | 'fingerprint'> {
  readonly payer: string | null
  readonly sought: Sought | null
}

/** A page of payments, the newest first, by filters and by what is looked for. */
export async function findForDesk(
  reading: Pick<LedgerReading, 'listPayments' | 'find' | 'paymentsOfTransaction'>,
  { sought, ...filter }: PaymentsQuery,
): Promise<PaymentsPage> {
  switch (sought?.kind) {
    case 'receipt':
    case 'transaction': {
      const found = await findNamed(reading, sought)
      return { payments: found.map(listed), cursor: null }
    }
    case 'wallet':
      return listLedger(reading, { ...filter, payer: sought.address })
    case 'request':
      return listLedger(reading, { ...filter, fingerprint: sought.hash })
    default:
      return listLedger(reading, filter)
  }
}
