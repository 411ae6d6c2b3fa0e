import { refusalOf } from '../shared/refusal.ts'
import { mpp } from './mpp/mpp.ts'
import { jsonInBase64 } from './wire/base64-json.ts'
import type { CarriedText, CredentialReading, HeaderReader, PaymentProtocol } from './wire/protocol.ts'
import { x402 } from './x402/x402.ts'
import { xPayment } from './x-payment/x-payment.ts'

const protocols: readonly PaymentProtocol[] = [x402, mpp, xPayment]

type Found = CarriedText & { readonly protocol: PaymentProtocol }

/** Whether the request has any header that may carry a payment. Never throws. */
export function bringsPayment(headers: HeaderReader): boolean {
  return protocols.some((protocol) => protocol.carried(headers).length > 0)
}

/**
 * The one payment credential of a request. It counts every header that may carry one, so that a second payment in a request is
 * never ignored silently. Some clients send one payment in two headers, for services that know only one of them: the same bytes
 * are one payment. Never throws.
 */
export function readCredential(headers: HeaderReader): CredentialReading {
  const found: Found[] = protocols.flatMap((protocol) => protocol.carried(headers).map((one) => ({ ...one, protocol })))
  const [first, ...others] = found
  if (!first) return { kind: 'none' }
  if (others.length === 0) return first.protocol.read(first)
  const payment = comparable(first)
  if (others.some((other) => comparable(other) !== payment)) return severalPayments(found)
  // Each protocol reads it once. Only one may know it: version 1 of x402 is not read from PAYMENT-SIGNATURE.
  const readings = protocols
    .flatMap((protocol) => found.find((one) => one.protocol === protocol) ?? [])
    .map((one) => one.protocol.read(one))
  return readings.find(({ kind }) => kind === 'credential') ?? (readings[0] as CredentialReading)
}

/** The same for JSON as it is, for its base64, and for its base64 without padding. */
function comparable({ text, protocol }: Found): string {
  const base64 = text.startsWith('{') ? jsonInBase64(text) : text
  return `${protocol === mpp ? 'mpp' : 'x402'} ${base64.replace(/=+$/, '')}`
}

function severalPayments(found: readonly Found[]): CredentialReading {
  // Each header is named once, however often it repeats.
  const [name, ...others] = new Set(found.map(({ header }) => header))
  const detail =
    others.length === 0
      ? `The request carries ${name} more than once, with different payments; send one of them.`
      : `The request carries different payments in ${[name, ...others].join(' and ')}; send one of them.`
  return { kind: 'refused', refusal: refusalOf('several_payments', detail, { field: others.length === 0 ? name : 'headers' }) }
}
