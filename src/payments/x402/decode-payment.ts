import type { NetworkId } from '../../chain/chain.ts'
import { Problem } from '../../shared/problems.ts'
import { sha256 } from '../../shared/sha256.ts'
import type { Credential } from '../wire/credential.ts'
import { type Base64JsonFault, decodeBase64Json } from '../wire/base64-json.ts'
import { addressAt, countAt, FieldFault, member, objectAt, stringAt, uintAt } from '../wire/fields.ts'
import { membersToRead } from '../wire/shorten-json.ts'
import { readAuthorization } from './read-authorization.ts'

export type DecodedPayment = { readonly ok: true; readonly credential: Credential } | { readonly ok: false; readonly problem: Problem }

/** Longest PAYMENT-SIGNATURE that is read, in characters. */
const maxPaymentHeader = 8192

const limits = { characters: maxPaymentHeader, depth: 32, members: 1000 }
/** All members that `readPayload` uses. Clients echo many more members of the terms. */
const read = membersToRead({
  x402Version: 'whole',
  accepted: 'whole',
  payload: 'whole',
  extensions: { 'payment-identifier': { info: 'whole' } },
})
const networkText = /^eip155:[1-9][0-9]{0,14}$/
const identifierText = /^[A-Za-z0-9_-]{16,128}$/
const noExtra: Readonly<Record<string, unknown>> = Object.freeze({})

/**
 * Reads the value of PAYMENT-SIGNATURE: standard base64 of an x402 v2 PaymentPayload with scheme `exact` and an EIP-3009
 * authorization. Strict in every member that it uses, and ignores all others. Addresses and hex come out in lower case.
 * Verifies nothing. Never throws: a problem is `malformed_payment` (400) or `header_too_large` (431).
 */
export function decodePaymentSignature(header: string): DecodedPayment {
  const decoded = decodeBase64Json(header, limits, read)
  if (!decoded.ok) return { ok: false, problem: codecProblem(decoded) }
  try {
    return { ok: true, credential: readPayload(decoded.value, sha256(decoded.bytes)) }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return { ok: false, problem: fieldProblem(error) }
  }
}

function readPayload(payment: Readonly<Record<string, unknown>>, hash: string): Credential {
  const version = member(payment, 'x402Version')
  if (version !== 2) throw new FieldFault('x402Version', 'the number 2', version)

  const accepted = objectAt(member(payment, 'accepted'), 'accepted')
  const scheme = member(accepted, 'scheme')
  if (scheme !== 'exact') throw new FieldFault('accepted.scheme', '"exact"', scheme)
  const network = stringAt(member(accepted, 'network'), 'accepted.network')
  if (!networkText.test(network)) throw new FieldFault('accepted.network', 'a CAIP-2 id such as eip155:8453', network)
  const asset = addressAt(member(accepted, 'asset'), 'accepted.asset')
  const payTo = addressAt(member(accepted, 'payTo'), 'accepted.payTo')
  const amount = uintAt(member(accepted, 'amount'), 'accepted.amount')
  const maxTimeoutSeconds = countAt(member(accepted, 'maxTimeoutSeconds'), 'accepted.maxTimeoutSeconds')
  const extra = member(accepted, 'extra')

  return {
    protocol: 'x402',
    hash,
    proof: {
      kind: 'authorization',
      network: network as NetworkId,
      asset,
      authorization: readAuthorization(objectAt(member(payment, 'payload'), 'payload')),
    },
    accepted: {
      payTo,
      amount,
      maxTimeoutSeconds,
      extra: extra === undefined || extra === null ? noExtra : objectAt(extra, 'accepted.extra'),
    },
    paymentIdentifier: readPaymentIdentifier(member(payment, 'extensions')),
  }
}

/** The id of the `payment-identifier` extension; clients may echo the extension without an id. */
function readPaymentIdentifier(extensions: unknown): string | null {
  if (extensions === undefined || extensions === null) return null
  const extension = member(objectAt(extensions, 'extensions'), 'payment-identifier')
  if (extension === undefined || extension === null) return null
  const info = member(objectAt(extension, 'extensions.payment-identifier'), 'info')
  if (info === undefined || info === null) return null
  const field = 'extensions.payment-identifier.info'
  const id = member(objectAt(info, field), 'id')
  if (id === undefined || id === null) return null
  if (typeof id !== 'string' || !identifierText.test(id))
    throw new FieldFault(`${field}.id`, '16 to 128 characters of A-Z, a-z, 0-9, "_" and "-"', id)
  return id
}

function fieldProblem({ field, expected, received }: FieldFault): Problem {
  const hint = field === 'x402Version' && received === 'the number 1' ? ' This service takes x402 version 2.' : ''
  return new Problem('malformed_payment', `${field} must be ${expected}; received ${received}.${hint}`, {
    field,
    expected,
    extra: { received },
  })
}

function codecProblem(fault: Base64JsonFault): Problem {
  if (fault.fault === 'too_long') {
    return new Problem('header_too_large', `PAYMENT-SIGNATURE is longer than ${maxPaymentHeader} characters.`, {
      field: 'PAYMENT-SIGNATURE',
      expected: `at most ${maxPaymentHeader} characters`,
    })
  }
  return new Problem('malformed_payment', codecDetail(fault), {
    field: 'PAYMENT-SIGNATURE',
    expected: 'standard base64 of the JSON payment payload (x402 version 2)',
    extra: { fault: fault.fault },
  })
}

function codecDetail(fault: Base64JsonFault): string {
  switch (fault.fault) {
    case 'too_long':
    case 'empty':
      return 'PAYMENT-SIGNATURE is empty.'
    case 'raw_json':
      return 'PAYMENT-SIGNATURE holds JSON as it is; encode it as standard base64.'
    case 'url_safe':
      return 'PAYMENT-SIGNATURE is URL-safe base64; use the standard alphabet with "+" and "/".'
    case 'not_base64':
      return 'PAYMENT-SIGNATURE is not standard base64.'
    case 'not_utf8':
      return 'PAYMENT-SIGNATURE does not decode to UTF-8 text.'
    case 'not_json':
      return 'PAYMENT-SIGNATURE does not decode to JSON.'
    case 'not_object':
      return 'PAYMENT-SIGNATURE decodes to JSON that is not an object.'
    case 'nested_base64':
      return 'PAYMENT-SIGNATURE decodes to base64 again; encode the JSON once only.'
    case 'too_deep':
      return `The payment payload is nested deeper than ${limits.depth} levels.`
    case 'too_many_members':
      return `The payment payload has more than ${limits.members} members.`
    case 'duplicate_key':
      return 'The payment payload names a member twice in one object.'
    case 'forbidden_key':
      return `The payment payload has a member named ${fault.key}, which is not allowed.`
  }
}
