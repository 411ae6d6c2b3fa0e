import { decodeBase64Json, member, objectAt, stringAt } from '../../../src/goods/kit/payments.ts'
import type { Fault } from './fault-table.ts'
import type { FoundOffer, FoundTerms } from './found-offer.ts'
import { networkOfName } from './known-tokens.ts'
import { createOfferReader, receivedText, type OfferReader } from './offer-reader.ts'

type Members = Readonly<Record<string, unknown>>

/** Larger than what any client accepts, so that faults of large headers are still named. */
const headerLimits = { characters: 65_536, depth: 64, members: 4_000 }
/** Offers that are checked. */
const maxOffers = 32
const caip2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/

/** The terms in the values of PAYMENT-REQUIRED; null where there is no such header. Never throws. */
export function readPaymentRequired(values: readonly string[]): FoundTerms | null {
  const [value, ...more] = values.map((text) => text.trim())
  if (value === undefined) return null
  const field = 'PAYMENT-REQUIRED'
  if (more.length > 0 || value.includes(',')) return { offers: [], faults: [{ code: 'header_repeated', field, received: null }] }
  const decoded = decodeBase64Json(value, headerLimits)
  if (decoded.ok) return readV2(decoded.value, field)
  if (decoded.fault === 'duplicate_key')
    return { offers: [], faults: [{ code: 'duplicate_member', field, received: receivedText(decoded.key) }] }
  if (decoded.fault === 'forbidden_key')
    return { offers: [], faults: [{ code: 'forbidden_member', field, received: receivedText(decoded.key) }] }
  return { offers: [], faults: [{ code: 'header_unreadable', field, received: decoded.fault }] }
}

/** The terms of a version 2 object, from the header or from a body. @param field where the object stands, for faults */
export function readV2(value: Members, field: string): FoundTerms {
  const version = member(value, 'x402Version')
  if (version !== 2)
    return { offers: [], faults: [{ code: 'version_unknown', field: `${field}.x402Version`, received: receivedText(version) }] }
  const resource = member(value, 'resource')
  const url = typeof resource === 'object' && resource !== null ? member(resource as Members, 'url') : undefined
  const faults: Fault[] =
    typeof url === 'string' ? [] : [{ code: 'resource_missing', field: `${field}.resource.url`, received: receivedText(url) }]
  const description = typeof resource === 'object' && resource !== null ? member(resource as Members, 'description') : undefined
  const shared = { resource: url, description: description ?? member(value, 'description') }
  const accepts = member(value, 'accepts')
  if (!Array.isArray(accepts) || accepts.length === 0)
    return { offers: [], faults: [...faults, { code: 'accepts_empty', field: `${field}.accepts`, received: null }] }
  const offers = accepts.slice(0, maxOffers).map((entry, index) => readV2Entry(entry, index, { field, shared }))
  return { offers, faults: [...faults, ...uncheckedOffers(accepts, field)] }
}

function readV2Entry(
  value: unknown,
  index: number,
  { field, shared }: { field: string; shared: { resource: unknown; description: unknown } },
): FoundOffer {
  const at = `${field}.accepts[${index}]`
  const reader = createOfferReader(at)
  const raw = reader.take(() => objectAt(value, at)) ?? {}
  const network = v2Network(raw, reader)
  const description = bothTexts(shared.description, member(raw, 'description'))
  return offerOf(raw, reader, { id: `x402-v2[${index}]`, protocol: 'x402-v2', network, amountMember: 'amount', ...shared, description })
}

/** Version 2 describes the resource; some sellers describe each offer too, as version 1 does. */
function bothTexts(one: unknown, other: unknown): unknown {
  return typeof one === 'string' && typeof other === 'string' && one !== other ? `${one}. ${other}` : (one ?? other)
}

function v2Network(raw: Members, reader: OfferReader): string | null {
  const text = reader.take(() => stringAt(member(raw, 'network'), 'network'))
  if (text === null || caip2.test(text)) return text
  reader.add('network_not_caip2', 'network', text)
  return networkOfName(text)
}

/** The terms of a version 1 body. */
export function readV1(value: Members): FoundTerms {
  const accepts = member(value, 'accepts')
  if (!Array.isArray(accepts) || accepts.length === 0)
    return { offers: [], faults: [{ code: 'accepts_empty', field: 'body.accepts', received: null }] }
  const offers = accepts.slice(0, maxOffers).map((entry: unknown, index) => {
    const at = `body.accepts[${index}]`
    const reader = createOfferReader(at)
    const raw = reader.take(() => objectAt(entry, at)) ?? {}
    const shared = { resource: member(raw, 'resource'), description: member(raw, 'description') }
    const network = v1Network(raw, reader)
    return offerOf(raw, reader, { id: `x402-v1[${index}]`, protocol: 'x402-v1', network, amountMember: 'maxAmountRequired', ...shared })
  })
  return { offers, faults: uncheckedOffers(accepts, 'body') }
}

function uncheckedOffers(accepts: readonly unknown[], field: string): Fault[] {
  return accepts.length > maxOffers
    ? [{ code: 'offers_not_checked', field: `${field}.accepts`, received: receivedText(`${accepts.length} offers`) }]
    : []
}

function v1Network(raw: Members, reader: OfferReader): string | null {
  const text = reader.take(() => stringAt(member(raw, 'network'), 'network'))
  if (text === null) return null
  if (caip2.test(text)) {
    reader.add('v1_network_unnamed', 'network', text)
    return text
  }
  const known = networkOfName(text)
  if (known === null) reader.add('network_unknown', 'network', text)
  return known
}

interface EntryFacts {
  readonly id: string
  readonly protocol: FoundOffer['protocol']
  readonly network: string | null
  readonly amountMember: string
  readonly resource: unknown
  readonly description: unknown
}

function offerOf(raw: Members, reader: OfferReader, facts: EntryFacts): FoundOffer {
  const { id, protocol, network, amountMember } = facts
  const scheme = reader.take(() => stringAt(member(raw, 'scheme'), 'scheme'))
  const extra = reader.take(() => objectAt(member(raw, 'extra') ?? {}, 'extra')) ?? {}
  const isEvm = network === null || network.startsWith('eip155:')
  const method = member(extra, 'assetTransferMethod')
  if (scheme !== null && scheme !== 'exact') reader.add('scheme_not_checked', 'scheme', scheme)
  if (method !== undefined && method !== 'eip3009') reader.add('transfer_method_not_checked', 'extra.assetTransferMethod', method)
  const flow = member(extra, 'paymentFlow')
  if (flow === 'upfront') reader.add('payment_upfront', 'extra.paymentFlow', flow)
  else if (flow !== undefined && flow !== 'authorization') reader.add('payment_flow_unknown', 'extra.paymentFlow', flow)
  const contract = member(extra, 'verifyingContract')
  if (typeof contract === 'string' && contract.toLowerCase() !== String(member(raw, 'asset')).toLowerCase())
    reader.add('domain_contract_wrong', 'extra.verifyingContract', contract)
  const offer = {
    id,
    protocol,
    scheme: scheme === null ? null : reader.text(scheme, 32),
    network,
    amount: reader.amount(member(raw, amountMember), amountMember),
    asset: isEvm ? reader.asset(member(raw, 'asset'), 'asset') : null,
    payTo: isEvm ? reader.payee(member(raw, 'payTo'), 'payTo') : null,
    domain: isEvm ? domainOf(extra, reader) : null,
    maxTimeoutSeconds: reader.timeout(member(raw, 'maxTimeoutSeconds'), 'maxTimeoutSeconds'),
    resource: reader.text(facts.resource, 2_048),
    description: reader.text(facts.description, 2_000),
    expiresAt: null,
  }
  return { ...offer, faults: reader.faults }
}

/** A name counts as it is written: with a blank too many, or an invisible character, it is another name to a signature. */
function domainOf(extra: Members, reader: OfferReader): NonNullable<FoundOffer['domain']> {
  const exact = (name: 'name' | 'version', maxLength: number) => {
    const written = member(extra, name)
    const cleaned = reader.text(written, maxLength)
    if (cleaned === null || cleaned === written) return cleaned
    reader.add(`domain_${name}_wrong`, `extra.${name}`, written)
    return null
  }
  return { name: exact('name', 64), version: exact('version', 16) }
}
