import { priceOf, type AnyOffer } from '../../offer.ts'
import { formatUsd } from '../../shared/money.ts'
import type { ServiceFacts } from './service-facts.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * The terms that a call without payment meets, as an operation of the OpenAPI document tells them. `x-payment-info` is the
 * union of two shapes: `offers` of MPP's draft-payment-discovery-00, `price` and `protocols` of the agentcash profile.
 *
 * Routes with a daily quota have `x-free-quota` instead: whoever reads the other one, mppx for one, expects a 402 of the bare
 * route, which there is a free answer or a 400.
 */
export function paymentInfo(offer: AnyOffer, { networks, freeCallsPerDay }: ServiceFacts): Json {
  const network = networks.find(({ settles }) => settles) ?? networks[0]
  if (offer.access.kind === 'free' || !network) return {}
  const price = { mode: 'fixed', currency: 'USD', amount: formatUsd(priceOf(offer)) }
  const method = network.settles ? 'evm' : 'evmhash'
  const mpp = { mpp: { method, intent: 'charge', currency: 'USDC' } }
  // Where there is no key to settle with, x402 is off.
  const protocols = network.settles ? [{ x402: {} }, mpp] : [mpp]
  if (offer.access.kind === 'daily-quota') return { 'x-free-quota': { callsPerDay: freeCallsPerDay, after: { price, protocols } } }
  const terms = {
    intent: 'charge',
    method,
    amount: priceOf(offer).toString(),
    currency: network.asset,
    description: `USDC on ${network.name}`,
  }
  return { 'x-payment-info': { offers: [terms], price, protocols } }
}

/**
 * How a paid call proves its payment. No operation requires them (`security: []`), since a call without them is answered with
 * its terms, and readers take a required scheme for an API key.
 */
export const securitySchemes: Json = {
  x402: {
    type: 'apiKey',
    in: 'header',
    name: 'PAYMENT-SIGNATURE',
    description: 'base64 of the signed x402 v2 payment payload (EIP-3009 authorization). No key: every call is paid by itself.',
  },
  MPP: {
    type: 'http',
    scheme: 'Payment',
    description: 'Authorization: Payment <credential>, made from the challenge in WWW-Authenticate.',
  },
}
