import type { HeaderReader } from '../protocol.ts'
import { parseAuthHeader } from './auth-header.ts'

export interface CarriedCredential {
  /** As it is written in documentation. */
  readonly header: 'Authorization: Payment' | 'Payment-Authorization'
  /** What follows the scheme; empty when nothing does. */
  readonly token: string
}

/**
 * Every MPP credential of a request: in Authorization, where schemes of other kinds may stand beside it, and in
 * Payment-Authorization, for callers whose Authorization is taken. A Payment-Authorization without the scheme counts
 * too, so that nothing that was meant as a payment is passed over in silence.
 */
export function mppCredentials(headers: HeaderReader): CarriedCredential[] {
  const found: CarriedCredential[] = []
  const authorization = headers.get('authorization')
  // Asked of every call, of which most bring neither.
  if (authorization !== null) {
    for (const { scheme, token } of parseAuthHeader(authorization)) {
      if (isPayment(scheme)) found.push({ header: 'Authorization: Payment', token: token ?? '' })
    }
  }
  const alternate = headers.get('payment-authorization')
  if (alternate === null) return found
  const schemes = parseAuthHeader(alternate).filter(({ scheme }) => isPayment(scheme))
  for (const { token } of schemes) found.push({ header: 'Payment-Authorization', token: token ?? '' })
  if (schemes.length === 0) found.push({ header: 'Payment-Authorization', token: '' })
  return found
}

function isPayment(scheme: string): boolean {
  return scheme.toLowerCase() === 'payment'
}
