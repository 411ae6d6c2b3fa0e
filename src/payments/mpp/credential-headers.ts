import type { CarriedText, HeaderReader } from '../wire/protocol.ts'
import { parseAuthHeader } from './auth-header.ts'

/**
 * Every MPP credential of a request: in Authorization, which may also hold other schemes, and in Payment-Authorization, for
 * callers that need Authorization for something else. A Payment-Authorization without the scheme counts too, so that no
 * intended payment is ignored silently.
 */
export function mppCredentials(headers: HeaderReader): CarriedText[] {
  const found: CarriedText[] = []
  const authorization = headers.get('authorization')
  // Most calls have neither header, so skip the parser for them.
  if (authorization !== null) {
    for (const { scheme, token } of parseAuthHeader(authorization)) {
      if (isPayment(scheme)) found.push({ header: 'Authorization: Payment', text: token ?? '' })
    }
  }
  const alternate = headers.get('payment-authorization')
  if (alternate === null) return found
  const schemes = parseAuthHeader(alternate).filter(({ scheme }) => isPayment(scheme))
  for (const { token } of schemes) found.push({ header: 'Payment-Authorization', text: token ?? '' })
  if (schemes.length === 0) found.push({ header: 'Payment-Authorization', text: '' })
  return found
}

function isPayment(scheme: string): boolean {
  return scheme.toLowerCase() === 'payment'
}
