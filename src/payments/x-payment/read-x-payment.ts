import type { NetworkId } from '../../chain/chain.ts'
import { Problem } from '../../shared/problems.ts'
import { refusalOf, type Refusal } from '../../shared/refusal.ts'
import { sha256 } from '../../shared/sha256.ts'
import { type HashPayment, readHashPayment } from '../transaction-hash/read-hash-payment.ts'
import type { Credential } from '../wire/credential.ts'
import { FieldFault, member, objectAt, stringAt } from '../wire/fields.ts'
import { readV1Network, v1Names } from '../x402-v1/network-names.ts'
import { readV1Payment } from '../x402-v1/read-v1-payment.ts'
import { readHeaderJson } from './header-json.ts'

export type XPaymentReading =
  | { readonly kind: 'authorization'; readonly credential: Credential }
  /** `hash`: SHA-256 of the decoded JSON. */
  | { readonly kind: 'transaction-hash'; readonly hash: string; readonly transfer: HashPayment }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

type Members = Readonly<Record<string, unknown>>

/**
 * Reads the value of X-PAYMENT: a JSON object as it is or in standard base64. Its `payload` tells which payment it is: an object
 * is an authorization of x402 version 1 (`x402-v1/`), a string is a bare transaction hash (`transaction-hash/`). As strict
 * as `decodePaymentSignature`. Verifies nothing. Never throws: a refusal is `malformed_payment`, `several_payments` (400)
 * or `header_too_large` (431).
 */
export function readXPayment(header: string): XPaymentReading {
  try {
    const { value, bytes } = readHeaderJson(header)
    const payload = member(value, 'payload')
    if (typeof payload !== 'string' && (payload === null || typeof payload !== 'object'))
      throw new FieldFault(
        'payload',
        'an object with authorization and signature, or base64 of JSON with txHash, amount, timestamp',
        payload,
      )
    checkVersion(value, typeof payload !== 'string')
    const scheme = member(value, 'scheme')
    if (scheme !== 'exact') throw new FieldFault('scheme', '"exact"', scheme)
    const network = networkAt(member(value, 'network'))
    const hash = sha256(bytes)
    return typeof payload === 'string'
      ? { kind: 'transaction-hash', hash, transfer: readHashPayment(network, payload) }
      : { kind: 'authorization', credential: readV1Payment(network, objectAt(payload, 'payload'), hash) }
  } catch (error) {
    if (error instanceof Problem) return { kind: 'refused', refusal: error }
    if (error instanceof FieldFault) return { kind: 'refused', refusal: fieldRefusal(error) }
    throw error
  }
}

/** The form with a transaction hash is older than version numbers. */
function checkVersion(payment: Members, required: boolean): void {
  const version = member(payment, 'x402Version')
  if (version === 1 || (version === undefined && !required)) return
  throw new FieldFault('x402Version', 'the number 1', version)
}

function networkAt(value: unknown): NetworkId {
  const text = stringAt(value, 'network')
  const network = readV1Network(text)
  if (network === null) throw new FieldFault('network', `a CAIP-2 id such as eip155:8453, or one of ${v1Names().join(', ')}`, text)
  return network
}

function fieldRefusal({ field, expected, received }: FieldFault): Refusal {
  const hint = field === 'x402Version' && received === 'the number 2' ? ' A payment of version 2 goes into PAYMENT-SIGNATURE.' : ''
  return refusalOf('malformed_payment', `${field} must be ${expected}; received ${received}.${hint}`, {
    field,
    expected,
    received,
  })
}
