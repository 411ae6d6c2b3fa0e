import { LRUCache } from 'lru-cache'
import type { Chain, Chains, Network, NetworkId } from '../chain/chain.ts'
import { priceOf, type AnyOffer } from '../offer.ts'
import { schemasOf } from '../offer-schemas.ts'
import type { Refusal } from '../payments/refusals.ts'
import { v1Challenge } from '../payments/legacy/v1-challenge.ts'
import { takesPayment } from '../payments/mpp/accept-payment.ts'
import type { MppChallenges, MppTerms } from '../payments/mpp/challenge.ts'
import { describeMpp } from '../payments/mpp/describe-mpp.ts'
import { mppProblemOf, mppProblemType } from '../payments/mpp/problems.ts'
import { buildChallenge, type Challenge, type ChallengeAnswer } from '../payments/x402/challenge.ts'
import { formatUsd } from '../shared/money.ts'
import type { RawInput } from './question.ts'
import { freeCallBelow, type Offered, type Terms } from './terms.ts'

/** What a request says of the terms that it wants. */
export interface ChallengeWish {
  /** `Payment-Network`: a CAIP-2 id, null for the first network. */
  readonly network: string | null
  /** `Accept-Payment`, null when it was not sent. */
  readonly acceptPayment: string | null
  /** `X402-Version: 1`: the terms in the form of the first version. */
  readonly version1: boolean
  /** The refused payment came by MPP, so the problem is told in its words. */
  readonly mpp: boolean
}

/** The 402 of an offer: protocol headers and the JSON body in UTF-8. */
export interface Challenges {
  challenge(
    offer: AnyOffer,
    input: RawInput,
    refusal: Refusal | null,
    wish: ChallengeWish,
  ): { readonly headers: Record<string, string>; readonly body: Uint8Array }
}

/** How many answers to unpaid calls are kept; each takes about 20 KB. */
const unpaidAnswers = 500

/** What is asked for an offer as long as the same is offered. */
interface Sale {
  readonly offered: Offered
  readonly challenge: Challenge
  /** Of the first network, which stock clients take; null where none is offered. */
  readonly firstMpp: MppTerms | null
  readonly bodyMembers: readonly string[]
}

/** Everything static of a challenge is built once per offer, price and set of networks. */
export function createChallenges(parts: {
  chains: Chains
  terms: Terms
  publicUrl: string
  sandbox: boolean
  mpp: Pick<MppChallenges, 'challenge'>
}): Challenges {
  const { chains, terms, publicUrl, mpp } = parts
  const mppMember = `"mpp":${JSON.stringify(describeMpp([...chains.values()].map((chain) => chain.network)))}`
  const built = new Map<string, Challenge>()
  const sales = new Map<AnyOffer, Sale>()
  const mppTerms = new Map<string, MppTerms>()
  // Most unpaid calls ask for few resources, and of what they are answered only the MPP challenge is new each time.
  const unpaid = new LRUCache<string, ChallengeAnswer>({ max: unpaidAnswers })
  // What comes again as the same object is frozen: then not even its URL has to be made. Of all others a WeakMap would be a burden.
  const unpaidByInput = new WeakMap<RawInput, { readonly sale: Sale; readonly answer: ChallengeAnswer }>()

  function saleOf(offer: AnyOffer): Sale {
    const offered = terms.offered(priceOf(offer))
    const known = sales.get(offer)
    if (known?.offered === offered) return known
    const first = chains.get(offered.networks[0] as NetworkId)?.network
    const sale = {
      offered,
      challenge: builtFor(offer, offered.networks),
      firstMpp: first ? mppTermsOf(offer, first, true) : null,
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

  /** Where no node answers nobody is asked to send money. */
  function answering(network: string | null | undefined): Chain | undefined {
    const chain = chains.get(network as NetworkId)
    return chain?.awaited ? undefined : chain
  }

  /** One challenge, for the network that was asked for or the first: stock clients fail on tokens that they don't know. */
  function mppHeader(offer: AnyOffer, offered: readonly NetworkId[], wish: ChallengeWish): string | null {
    const chain = answering(wish.network) ?? answering(offered[0]) ?? [...chains.values()].find(({ awaited }) => !awaited)
    if (!chain) return null
    const { network } = chain
    // Nobody is asked to sign where settling is switched off or would cost too much: there the payer sends it itself.
    const authorization = offered.includes(network.id)
    if (!takesPayment(wish.acceptPayment, authorization ? 'evm' : 'evmhash', 'charge')) return null
    return mpp.challenge(mppTermsOf(offer, network, authorization)).header
  }

  function mppTermsOf(offer: AnyOffer, network: Network, authorization: boolean): MppTerms {
    const key = `${offer.id} ${network.id} ${authorization}`
    let made = mppTerms.get(key)
    if (!made) {
      made = { price: priceOf(offer), payTo: terms.payTo, network, description: offer.title, route: offer.route, authorization }
      mppTerms.set(key, made)
    }
    return made
  }

  function unpaidAnswer(offer: AnyOffer, input: RawInput, sale: Sale): ChallengeAnswer {
    const known = unpaidByInput.get(input)
    if (known?.sale === sale) return known.answer
    const url = publicUrl + resourcePath(offer, input)
    // What is left out says what is offered.
    const key = `${offer.id} ${sale.bodyMembers[1] ?? ''} ${url}`
    let answer = unpaid.get(key)
    if (!answer) {
      answer = sale.challenge.answer({ url, problemType: mppProblemType('payment-required'), bodyMembers: sale.bodyMembers })
      unpaid.set(key, answer)
    }
    if (Object.isFrozen(input)) unpaidByInput.set(input, { sale, answer })
    return answer
  }

  function refusedAnswer(offer: AnyOffer, input: RawInput, offered: readonly NetworkId[], refusal: Refusal, sale: Sale, mppWords: boolean) {
    return builtFor(offer, offered).answer({
      url: publicUrl + resourcePath(offer, input),
      refusal,
      bodyMembers: sale.bodyMembers,
      ...(mppWords ? { problemType: mppProblemType(mppProblemOf(refusal.reason)) } : {}),
    })
  }

  function v1Body(offer: AnyOffer, input: RawInput, offered: readonly NetworkId[], refusal: Refusal | null): Uint8Array | null {
    const networks = offered.flatMap((id) => chains.get(id)?.network ?? [])
    const { payTo } = terms
    const body = v1Challenge(
      { price: priceOf(offer), payTo, networks, description: offer.title, sandbox: parts.sandbox },
      { url: publicUrl + resourcePath(offer, input), refusal },
    )
    return body === null ? null : Buffer.from(body, 'utf8')
  }

  return {
    challenge(offer, input, refusal, wish) {
      const sale = saleOf(offer)
      const { networks } = sale.offered
      if (sale.firstMpp && refusal === null && wish.network === null && wish.acceptPayment === null && !wish.version1) {
        // What nearly all ask for, by the shortest way.
        const { paymentRequired, body } = unpaidAnswer(offer, input, sale)
        return { headers: { 'PAYMENT-REQUIRED': paymentRequired, 'WWW-Authenticate': mpp.challenge(sale.firstMpp).header }, body }
      }
      // A payment that is refused gets its terms even while gas is too dear for new ones.
      const offered = networks.length > 0 || refusal === null ? networks : [...terms.accepted.keys()]
      const authenticate = mppHeader(offer, offered, wish)
      const mppHeaders: Record<string, string> = authenticate === null ? {} : { 'WWW-Authenticate': authenticate }
      const old = wish.version1 ? v1Body(offer, input, offered, refusal) : null
      if (old !== null) return { headers: mppHeaders, body: old }
      const answer = refusal === null ? unpaidAnswer(offer, input, sale) : refusedAnswer(offer, input, offered, refusal, sale, wish.mpp)
      // x402 has no word for terms without a way to pay: where there is none, its header is left out.
      const x402Headers: Record<string, string> = offered.length > 0 ? { 'PAYMENT-REQUIRED': answer.paymentRequired } : {}
      return { headers: { ...x402Headers, ...mppHeaders }, body: answer.body }
    },
  }
}

const firstCallFree = {
  eligible: 'a wallet that has never paid this service',
  below: formatUsd(freeCallBelow),
  how: 'Sign and send the payment as usual; it is verified, the wallet must hold the price, and it is never settled.',
}

/** The path and query of what was asked for, made anew from the input, never from what the client says its host is. */
function resourcePath(offer: AnyOffer, input: RawInput): string {
  const { template } = offer
  const path = template.includes('{')
    ? template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(input.path[name] ?? `{${name}}`))
    : template
  if (Object.keys(input.query).length === 0) return path
  const query = new URLSearchParams(input.query).toString()
  return query === '' ? path : `${path}?${query}`
}
