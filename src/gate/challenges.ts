import { LRUCache } from 'lru-cache'
import type { Chain, Chains, Network, NetworkId } from '../chain/chain.ts'
import { priceOf, type AnyOffer } from '../offers/offer.ts'
import { schemasOf } from '../offers/offer-schemas.ts'
import type { Refusal } from '../payments/wire/refusals.ts'
import { v1Challenge } from '../payments/x402-v1/challenge.ts'
import { takesPayment } from '../payments/mpp/accept-payment.ts'
import type { ChallengeIssuer } from '../payments/mpp/challenge-issuer.ts'
import type { MppChallenges } from '../payments/mpp/challenge.ts'
import { describeMpp } from '../payments/mpp/describe-mpp.ts'
import { mppProblemOf, mppProblemType } from '../payments/mpp/problems.ts'
import { buildChallenge, type Challenge, type ChallengeAnswer } from '../payments/x402/challenge.ts'
import { formatUsd } from '../shared/money.ts'
import type { PreparedInput } from './prepared-input.ts'
import { freeCallBelow, type OfferedNetworks, type TermsOfSale } from './terms.ts'

/** Which form of the terms a request asks for. */
export interface ChallengeOptions {
  /** `Payment-Network`: a CAIP-2 id, null for the first network. */
  readonly network: string | null
  /** `Accept-Payment`, null when it was not sent. */
  readonly acceptPayment: string | null
  /** `X402-Version: 1`: the terms in the form of the first version. */
  readonly version1: boolean
  /** The refused payment came by MPP, so the problem has a type of MPP. */
  readonly mpp: boolean
}

/** The 402 of an offer: protocol headers and the JSON body in UTF-8. */
export interface Challenges {
  challenge(
    offer: AnyOffer,
    input: PreparedInput,
    refusal: Refusal | null,
    options: ChallengeOptions,
  ): { readonly headers: Record<string, string>; readonly body: Uint8Array }
}

/** How many answers to unpaid calls are kept; each takes about 20 KB. */
const maxUnpaidAnswers = 500

/** The terms of one offer, for as long as they are offered on the same networks. */
interface Sale {
  readonly offered: OfferedNetworks
  readonly challenge: Challenge
  /** Of the first network, which stock clients take; null where none is offered. */
  readonly firstIssuer: ChallengeIssuer | null
  readonly bodyMembers: readonly string[]
}

/** Everything static of a challenge is built once per offer, price and set of networks. */
export function createChallenges(parts: {
  chains: Chains
  terms: TermsOfSale
  publicUrl: string
  sandbox: boolean
  mpp: Pick<MppChallenges, 'issuer'>
}): Challenges {
  const { chains, terms, publicUrl, mpp } = parts
  const mppMember = `"mpp":${JSON.stringify(describeMpp([...chains.values()].map((chain) => chain.network)))}`
  const built = new Map<string, Challenge>()
  const sales = new Map<AnyOffer, Sale>()
  const issuers = new Map<string, ChallengeIssuer>()
  // By resource. Most unpaid calls ask for few resources, and only the MPP challenge differs between two answers for one.
  const unpaid = new LRUCache<string, { readonly sale: Sale; readonly answer: ChallengeAnswer }>({ max: maxUnpaidAnswers })

  function saleOf(offer: AnyOffer): Sale {
    const offered = terms.offered(priceOf(offer))
    const known = sales.get(offer)
    if (known?.offered === offered) return known
    const first = chains.get(offered.networks[0] as NetworkId)?.network
    const sale = {
      offered,
      challenge: builtFor(offer, offered.networks),
      firstIssuer: first ? issuerOf(offer, first, true) : null,
      bodyMembers: [mppMember, ...(offered.leftOut.length > 0 ? [`"notOffered":${JSON.stringify(offered.leftOut)}`] : [])],
    }
    sales.set(offer, sale)
    return sale
  }

  function builtFor(offer: AnyOffer, networks: readonly NetworkId[]): Challenge {
    const key = `${offer.id} ${networks.join(' ')}`
    let challenge = built.get(key)
    if (!challenge) {
      challenge = buildChallenge({
        price: priceOf(offer),
        payTo: terms.payTo,
        networks: networks.flatMap((id) => chains.get(id)?.network ?? []),
        description: `${offer.title}. ${offer.purpose}`,
        serviceName: 'Farthing',
        discovery: { method: offer.method, template: offer.template, example: offer.example, schemas: schemasOf(offer) },
        firstCallFree: priceOf(offer) < freeCallBelow ? firstCallFree : null,
        sandbox: parts.sandbox,
      })
      built.set(key, challenge)
    }
    return challenge
  }

  /** Undefined where the node does not answer: then the payer must not send money there. */
  function answering(network: string | null | undefined): Chain | undefined {
    const chain = chains.get(network as NetworkId)
    return chain?.awaited ? undefined : chain
  }

  /** One challenge, for the requested network or the first: stock clients fail on tokens that they don't know. */
  function mppHeader(offer: AnyOffer, offered: readonly NetworkId[], options: ChallengeOptions): string | null {
    const chain = answering(options.network) ?? answering(offered[0]) ?? [...chains.values()].find(({ awaited }) => !awaited)
    if (!chain) return null
    const { network } = chain
    // Where settling is switched off or would cost too much, the payer can't sign an authorization but can send the transfer.
    const authorization = offered.includes(network.id)
    if (!takesPayment(options.acceptPayment, authorization ? 'evm' : 'evmhash', 'charge')) return null
    return issuerOf(offer, network, authorization).issue().header
  }

  function issuerOf(offer: AnyOffer, network: Network, authorization: boolean): ChallengeIssuer {
    const key = `${offer.id} ${network.id} ${authorization}`
    let issuer = issuers.get(key)
    if (!issuer) {
      const { title: description, route } = offer
      issuer = mpp.issuer({ price: priceOf(offer), payTo: terms.payTo, network, description, route, authorization })
      issuers.set(key, issuer)
    }
    return issuer
  }

  function unpaidAnswer(input: PreparedInput, sale: Sale): ChallengeAnswer {
    const resource = input.resource()
    const known = unpaid.get(resource)
    // Two offers may share a path by different methods, and an offer's networks change.
    if (known?.sale === sale) return known.answer
    const { challenge, bodyMembers } = sale
    const answer = challenge.answer({ url: publicUrl + resource, problemType: mppProblemType('payment-required'), bodyMembers })
    unpaid.set(resource, { sale, answer })
    return answer
  }

  function refusedAnswer(
    offer: AnyOffer,
    input: PreparedInput,
    offered: readonly NetworkId[],
    refusal: Refusal,
    sale: Sale,
    byMpp: boolean,
  ) {
    return builtFor(offer, offered).answer({
      url: publicUrl + input.resource(),
      refusal,
      bodyMembers: sale.bodyMembers,
      ...(byMpp ? { problemType: mppProblemType(mppProblemOf(refusal.reason)) } : {}),
    })
  }

  function v1Body(offer: AnyOffer, input: PreparedInput, offered: readonly NetworkId[], refusal: Refusal | null): Uint8Array | null {
    const networks = offered.flatMap((id) => chains.get(id)?.network ?? [])
    const { payTo } = terms
    const body = v1Challenge(
      { price: priceOf(offer), payTo, networks, description: offer.title, sandbox: parts.sandbox },
      { url: publicUrl + input.resource(), refusal },
    )
    return body === null ? null : Buffer.from(body, 'utf8')
  }

  return {
    challenge(offer, input, refusal, options) {
      const sale = saleOf(offer)
      const { networks } = sale.offered
      if (sale.firstIssuer && refusal === null && options.network === null && options.acceptPayment === null && !options.version1) {
        // Nearly all requests take this branch.
        const { paymentRequired, body } = unpaidAnswer(input, sale)
        return { headers: { 'PAYMENT-REQUIRED': paymentRequired, 'WWW-Authenticate': sale.firstIssuer.issue().header }, body }
      }
      // A refused payment gets its terms even while gas is too expensive to offer them to new payments.
      const offered = networks.length > 0 || refusal === null ? networks : [...terms.accepted.keys()]
      const authenticate = mppHeader(offer, offered, options)
      const mppHeaders: Record<string, string> = authenticate === null ? {} : { 'WWW-Authenticate': authenticate }
      const v1 = options.version1 ? v1Body(offer, input, offered, refusal) : null
      if (v1 !== null) return { headers: mppHeaders, body: v1 }
      const answer = refusal === null ? unpaidAnswer(input, sale) : refusedAnswer(offer, input, offered, refusal, sale, options.mpp)
      // x402 can't express terms without a network to pay on, so its header is left out then.
      const x402Headers: Record<string, string> = offered.length > 0 ? { 'PAYMENT-REQUIRED': answer.paymentRequired } : {}
      return { headers: { ...x402Headers, ...mppHeaders }, body: answer.body }
    },
  }
}

const firstCallFree = {
  eligible: 'a wallet that has never paid this service',
  below: formatUsd(freeCallBelow),
  how: 'Sign and send the payment as usual. It is verified and the wallet must hold the price, but it is never settled.',
}
