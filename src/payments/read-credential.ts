import { Problem } from '../shared/problems.ts'
import { mpp } from './mpp/mpp.ts'
import type { CredentialReading, HeaderReader, PaymentProtocol } from './wire/protocol.ts'
import { x402 } from './x402/x402.ts'
import { xPayment } from './x-payment/x-payment.ts'

const protocols: readonly PaymentProtocol[] = [x402, mpp, xPayment]

/** Whether the request has any header that may carry a payment. Never throws. */
export function bringsPayment(headers: HeaderReader): boolean {
  return protocols.some((protocol) => protocol.credentialHeaders(headers).length > 0)
}

/**
 * The one payment credential of a request. It counts every header that may carry one, so that a second payment in a request is
 * never ignored silently. Never throws.
 */
export function readCredential(headers: HeaderReader): CredentialReading {
  const found = protocols
    .map((protocol) => ({ protocol, names: protocol.credentialHeaders(headers) }))
    .filter(({ names }) => names.length > 0)
  const names = found.flatMap((one) => one.names)
  const only = found[0]
  if (!only) return { kind: 'none' }
  if (names.length === 1) return only.protocol.readCredential(headers)
  // Each header is named once, however often it repeats.
  const [name, ...others] = new Set(names)
  const detail =
    others.length === 0
      ? `The request carries ${name} more than once; send it once.`
      : `The request carries ${[name, ...others].join(' and ')}; send one of them.`
  return { kind: 'problem', problem: new Problem('several_payments', detail, { field: 'headers' }) }
}
