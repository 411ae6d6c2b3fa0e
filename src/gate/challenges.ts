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
import { freeCallBelow, type Terms } from './terms.ts'

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
  // Most unpaid calls ask for few resources, and of what they are answered only the MPP challenge is new each time.
  const unpaid = new LRUCache<string, ChallengeAnswer>({ max: unpaidAnswers })
  const mppTerms = new Map<string, MppTerms>()

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
  function mppHeader(offer: AnyOffer, offered: readonly NetworkId[], wish: ChallengeWish): Record<string, string> {
    const chain = answering(wish.network) ?? answering(offered[0]) ?? [...chains.values()].find(({ awaited }) => !awaited)
    if (!chain) return {}
    const { network } = chain
    // Nobody is asked to sign where settling is switched off or would cost too much: there the payer sends it itself.
    const authorization = offered.includes(network.id)
    if (!takesPayment(wish.acceptPayment, authorization ? 'evm' : 'evmhash', 'charge')) return {}
    return { 'WWW-Authenticate': mpp.challenge(mppTermsOf(offer, network, authorization)).header }
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

  /** Networks that are left out for now, so that a client that looks for one learns why. */
  function notOffered(payable: readonly NetworkId[]): string[] {
    if (payable.length === terms.accepted.size) return []
    const left = [...terms.accepted.keys()].filter((id) => !payable.includes(id))
    const reason = (network: NetworkId) => {
      if (chains.get(network)?.awaited) return 'its node does not answer now'
      return terms.stalled(network) ? 'nothing can be settled there now' : 'settling there costs too large a share of this price now'
    }
    return [`"notOffered":${JSON.stringify(left.map((network) => ({ network, reason: reason(network) })))}`]
  }

  function unpaidAnswer(offer: AnyOffer, payable: readonly NetworkId[], url: string): ChallengeAnswer {
    const left = notOffered(payable)
    // What is left out says what is offered.
    const key = `${offer.id} ${left.join('')} ${url}`
    const known = unpaid.get(key)
    if (known) return known
    const problemType = mppProblemType('payment-required')
    const answer = builtFor(offer, payable).answer({ url, problemType, bodyMembers: [mppMember, ...left] })
    unpaid.set(key, answer)
    return answer
  }

  return {
    challenge(offer, input, refusal, wish) {
      const price = priceOf(offer)
      const payable = terms.networks(price)
      // A payment that is refused gets its terms even while gas is too dear for new ones.
      const offered = payable.length > 0 || refusal === null ? payable : [...terms.accepted.keys()]
      const url = publicUrl + resourcePath(offer, input)
      const mppHeaders = mppHeader(offer, offered, wish)
      if (wish.version1) {
        const networks = offered.flatMap((id) => chains.get(id)?.network ?? [])
        const body = v1Challenge(
          { price, payTo: terms.payTo, networks, description: offer.title, sandbox: parts.sandbox },
          { url, refusal },
        )
        if (body !== null) return { headers: mppHeaders, body: Buffer.from(body, 'utf8') }
      }
      const answer =
        refusal === null
          ? unpaidAnswer(offer, offered, url)
          : builtFor(offer, offered).answer({
              url,
              refusal,
              bodyMembers: [mppMember, ...notOffered(payable)],
              ...(wish.mpp ? { problemType: mppProblemType(mppProblemOf(refusal.reason)) } : {}),
            })
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
