import { checksumAddress } from '../../../src/goods/kit/evm.ts'
import {
  type AuthScheme,
  type ChallengeParams,
  decodeChargeRequest,
  parseAuthHeader,
  parsePaymentChallenges,
} from '../../../src/goods/kit/payments.ts'
import type { Fault } from './fault-table.ts'
import type { FoundOffer, FoundTerms } from './found-offer.ts'
import { createOfferReader, receivedText, type OfferReader } from './offer-reader.ts'

const maxHeader = 65_536
const maxChallenges = 16
const hourMs = 3_600_000
const nothing = {
  scheme: null,
  network: null,
  asset: null,
  amount: null,
  payTo: null,
  domain: null,
  maxTimeoutSeconds: null,
  resource: null,
  description: null,
  expiresAt: null,
} as const

export interface ChallengeContext {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The host that was asked; null where it is not known. */
  readonly host: string | null
}

/** The Payment and L402 challenges in the values of WWW-Authenticate. Never throws. */
export function readChallenges(values: readonly string[], context: ChallengeContext): FoundTerms {
  const text = values.join(', ')
  const field = 'WWW-Authenticate'
  if (text.length > maxHeader)
    return { offers: [], faults: [{ code: 'offers_not_checked', field, received: receivedText(`${text.length} characters`) }] }
  const schemes = parseAuthHeader(text)
  const named = (...names: string[]) => schemes.filter(({ scheme }) => names.includes(scheme.toLowerCase()))
  const [payments, invoices] = [named('payment'), named('l402', 'lsat')]
  const faults: Fault[] =
    payments.length > maxChallenges ? [{ code: 'offers_not_checked', field, received: receivedText(`${payments.length} challenges`) }] : []
  const offers = [
    ...payments.slice(0, maxChallenges).map((scheme, index) => readPayment(scheme, index, context)),
    ...invoices.slice(0, maxChallenges).map((_, index) => invoiceOf(index)),
  ]
  return { offers, faults }
}

function invoiceOf(index: number): FoundOffer {
  const reader = createOfferReader(`WWW-Authenticate.L402[${index}]`)
  reader.add('l402_not_checked', null)
  return { ...nothing, id: `l402[${index}]`, protocol: 'l402', faults: reader.faults }
}

function readPayment(scheme: AuthScheme, index: number, { now, host }: ChallengeContext): FoundOffer {
  const reader = createOfferReader(`WWW-Authenticate.Payment[${index}]`)
  const base = { ...nothing, id: `mpp[${index}]`, protocol: 'mpp', faults: reader.faults } as const
  // The codec takes a whole header, so that it is handed this one challenge as it would be sent alone.
  const [params] = scheme.broken ? [] : parsePaymentChallenges(writtenAlone(scheme))
  if (params === undefined) {
    reader.add('challenge_incomplete', null)
    return base
  }
  const { realm, method, intent, description, expires } = params
  const expiresAt = expires === null ? Number.NaN : Date.parse(expires)
  if (isOtherHost(realm, host)) reader.add('challenge_other_realm', 'realm', realm)
  checkExpiry(expires, expiresAt - now, reader)
  const common = {
    ...base,
    scheme: reader.text(`${method}/${intent}`, 64),
    description: reader.text(description, 500),
    expiresAt: Number.isNaN(expiresAt) ? null : expiresAt,
  }
  if (method !== 'evm' && method !== 'evmhash') {
    reader.add('challenge_method_not_checked', 'method', method)
    return common
  }
  if (intent !== 'charge') {
    reader.add('challenge_intent_not_checked', 'intent', intent)
    return common
  }
  return { ...common, ...readCharge(params, reader) }
}

/** Clients sign authorizations that are valid until the challenge expires. @param leftMs NaN where that can't be read */
function checkExpiry(expires: string | null, leftMs: number, reader: OfferReader): void {
  if (expires === null) return
  if (Number.isNaN(leftMs)) reader.add('challenge_expires_unreadable', 'expires', expires)
  else if (leftMs <= 0) reader.add('challenge_expired', 'expires', expires)
  else if (leftMs > 24 * hourMs) reader.add('challenge_valid_too_long', 'expires', expires)
  else if (leftMs > hourMs) reader.add('challenge_valid_long', 'expires', expires)
}

/** A realm may be any text, so that only one that is written like a host is compared. */
function isOtherHost(realm: string, host: string | null): boolean {
  const named = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?=:\d+$|$)/i.exec(realm)?.[0]?.toLowerCase()
  return named !== undefined && host !== null && named !== host
}

function writtenAlone({ params }: AuthScheme): string {
  return `Payment ${[...params].map(([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`).join(', ')}`
}

function readCharge({ request, method }: ChallengeParams, reader: OfferReader): Partial<FoundOffer> {
  const decoded = decodeChargeRequest(request)
  if (!decoded.ok) {
    reader.add('challenge_request_unreadable', 'request', decoded.reason)
    return {}
  }
  const { amount, currency, recipient, chainId, credentialTypes, decimals, splits } = decoded.request
  // A method of another name is skipped by clients that can't pay it.
  if (method === 'evm' && !credentialTypes.includes('authorization'))
    reader.add('challenge_hash_only', 'request.methodDetails.credentialTypes')
  if (splits) reader.add('challenge_splits', 'request.methodDetails.splits')
  if (decimals !== null && decimals !== 6) reader.add('challenge_decimals_wrong', 'request.methodDetails.decimals', decimals)
  return { amount, asset: currency, payTo: checksumAddress(recipient), network: `eip155:${chainId}` }
}
