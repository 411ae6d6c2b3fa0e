import { Problem } from '../shared/problems.ts'
import type { CredentialReading, HeaderReader, PaymentProtocol } from './protocol.ts'
import { x402 } from './x402/x402.ts'

const protocols: readonly PaymentProtocol[] = [x402]

/**
 * The one payment credential of a request. Counts every header in which one may stand, those that we do not read yet
 * included, so that a request never carries two payments of which one is silently ignored. Never throws.
 */
export function readCredential(headers: HeaderReader): CredentialReading {
  const unread = unreadHeaders(headers)
  const found = protocols
    .map((protocol) => ({ protocol, names: protocol.credentialHeaders(headers) }))
    .filter(({ names }) => names.length > 0)
  const names = [...found.flatMap((one) => one.names), ...unread]

  if (names.length === 0) return { kind: 'none' }
  if (names.length > 1) return problem('several_payments', `The request carries ${names.join(' and ')}; send one of them.`)
  const only = found[0]
  if (!only) return problem('malformed_payment', `${names[0]} is not taken here; send the payment in PAYMENT-SIGNATURE (x402 version 2).`)
  return only.protocol.readCredential(headers)
}

/** Headers of payment protocols that we do not read. Other schemes of Authorization are no payments. */
function unreadHeaders(headers: HeaderReader): string[] {
  const names: string[] = []
  if (/^payment(?:\s|$)/i.test(headers.get('authorization') ?? '')) names.push('Authorization: Payment')
  if (headers.get('payment-authorization') !== null) names.push('Payment-Authorization')
  if (headers.get('x-payment') !== null) names.push('X-PAYMENT')
  return names
}

function problem(code: 'several_payments' | 'malformed_payment', detail: string): CredentialReading {
  return { kind: 'problem', problem: new Problem(code, detail, { field: 'headers' }) }
}
