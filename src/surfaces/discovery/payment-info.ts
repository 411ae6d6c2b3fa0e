import { priceOf, type Access, type AnyOffer } from '../../offers/offer.ts'
import { formatUsd } from '../../shared/money.ts'
import type { ServiceFacts } from './service-facts.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * The terms of a call without payment, for an operation of the OpenAPI document. `x-payment-info` is the union of two shapes:
 * `offers` of MPP's draft-payment-discovery-00, `price` and `protocols` of the agentcash profile.
 *
 * Routes with a daily quota have `x-free-quota` instead: readers of `x-payment-info`, such as mppx, expect a 402 from the bare
 * route, which here gives a free answer or a 400.
 */
export function paymentInfo(offer: AnyOffer, { networks, freeCallsPerDay }: ServiceFacts): Json {
  const network = networks.find(({ settles }) => settles) ?? networks[0]
  if (offer.access.kind === 'free' || !network) return {}
  const price = priceMember(offer.access)
  const method = network.settles ? 'evm' : 'evmhash'
  const mpp = { mpp: { method, intent: 'charge', currency: 'USDC' } }
  // Without a signer key, x402 is off.
  const protocols = network.settles ? [{ x402: {} }, mpp] : [mpp]
  if (offer.access.kind === 'daily-quota') return { 'x-free-quota': { callsPerDay: freeCallsPerDay, after: { price, protocols } } }
  const terms = {
    intent: 'charge',
    method,
    // A price that is computed from the request is known with its terms.
    amount: offer.access.kind === 'computed' ? null : priceOf(offer).toString(),
    currency: network.asset,
  }
  return { 'x-payment-info': { offers: [terms], price, protocols } }
}

function priceMember(access: Exclude<Access, { readonly kind: 'free' }>): Json {
  if (access.kind !== 'computed') return { mode: 'fixed', currency: 'USD', amount: formatUsd(access.price) }
  return { mode: 'dynamic', currency: 'USD', min: formatUsd(access.price), max: formatUsd(access.most) }
}

/**
 * How a paid call proves its payment. No operation requires these schemes (`security: []`): a call without them gets the terms,
 * and readers would treat a required scheme as an API key.
 */
export const securitySchemes: Json = {
  x402: {
    type: 'apiKey',
    in: 'header',
    name: 'PAYMENT-SIGNATURE',
    description: 'base64 of the signed x402 v2 payment payload (EIP-3009 authorization). Not a key: each call is paid separately.',
  },
  MPP: {
    type: 'http',
    scheme: 'Payment',
    description: 'Authorization: Payment <credential>, made from the challenge in WWW-Authenticate.',
  },
}

interface Paid {
  readonly price: Json
  readonly protocols: readonly Json[]
}

/** The price and one protocol, for a document that has no room for more: the 402 names the others. */
export function priceAlone(offer: AnyOffer, facts: ServiceFacts): Json {
  const { 'x-payment-info': info, 'x-free-quota': quota } = paymentInfo(offer, facts) as {
    readonly 'x-payment-info'?: Paid
    readonly 'x-free-quota'?: { readonly callsPerDay: number; readonly after: Paid }
  }
  if (info) return { 'x-payment-info': { price: info.price, protocols: info.protocols.slice(0, 1) } }
  return quota ? { 'x-free-quota': { callsPerDay: quota.callsPerDay, after: { price: quota.after.price } } } : {}
}
