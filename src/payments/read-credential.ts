import { Problem } from '../shared/problems.ts'
import type { CredentialReading, HeaderReader } from './protocol.ts'
import { decodePaymentSignature } from './x402/decode-payment.ts'

const none: CredentialReading = { kind: 'none' }
const paymentScheme = /^payment(?:\s|$)/i

/**
 * The one payment credential of a request. Counts every header in which one may stand, those that we do not read yet
 * included, so that a request never carries two payments of which one is silently ignored.
 */
export function readCredential(headers: HeaderReader): CredentialReading {
  const signature = headers.get('payment-signature')
  const authorization = headers.get('authorization')
  const paymentAuthorization = headers.get('payment-authorization')
  const legacy = headers.get('x-payment')
  const present: string[] = []
  if (signature !== null) present.push('PAYMENT-SIGNATURE')
  if (authorization !== null && paymentScheme.test(authorization)) present.push('Authorization: Payment')
  if (paymentAuthorization !== null) present.push('Payment-Authorization')
  if (legacy !== null) present.push('X-PAYMENT')

  if (present.length === 0) return none
  if (present.length > 1) return problem('several_payments', `The request carries ${present.join(' and ')}; send one of them.`)
  if (signature === null) return problem('malformed_payment', `${present[0]} is not taken here; send the payment in PAYMENT-SIGNATURE (x402 version 2).`)
  if (signature.includes(',')) return problem('several_payments', 'PAYMENT-SIGNATURE came more than once; send it once.')
  const decoded = decodePaymentSignature(signature)
  return decoded.ok ? { kind: 'credential', credential: decoded.credential } : { kind: 'problem', problem: decoded.problem }
}

function problem(code: 'several_payments' | 'malformed_payment', detail: string): CredentialReading {
  return { kind: 'problem', problem: new Problem(code, detail, { field: 'headers' }) }
}
