import { LRUCache } from 'lru-cache'
import type { Chain, Chains, Network, NetworkId } from '../../chain/chain.ts'
import { answersNow } from '../../chain/reachability.ts'
import { priceOf, type AnyOffer } from '../../offers/offer.ts'
import { titleAtPrice } from '../../offers/price-in-words.ts'
import { baseOf } from '../../offers/price-of-call.ts'
import { takesPayment } from '../../payments/mpp/accept-payment.ts'
import type { ChallengeIssuer } from '../../payments/mpp/challenge-issuer.ts'
import type { MppChallenges } from '../../payments/mpp/challenge.ts'
import type { TermsOfSale } from './terms.ts'

export interface MppHeaders {
  /** Issues the challenges of this offer on one network: to sign an authorization, or to send the transfer. */
  issuer(offer: AnyOffer, network: Network, authorization: boolean): ChallengeIssuer
  /** A `WWW-Authenticate`; null where the client takes no such payment, or no node answers. */
  header(offer: AnyOffer, offered: readonly NetworkId[], wanted: WantedMpp): string | null
}

/** What a request says of the MPP challenge it can use. */
export interface WantedMpp {
  /** `Payment-Network`: a CAIP-2 id, null for the first network. */
  readonly network: string | null
  /** `Accept-Payment`, null when it was not sent. */
  readonly acceptPayment: string | null
}

/** Each request with a computed price has its own. */
const maxIssuers = 2_000

export function createMppHeaders(parts: {
  readonly chains: Chains
  readonly terms: Pick<TermsOfSale, 'payTo'>
  readonly mpp: Pick<MppChallenges, 'issuer'>
}): MppHeaders {
  const { chains, mpp } = parts
  const { payTo } = parts.terms
  const issuers = new WeakMap<object, LRUCache<string, ChallengeIssuer>>()

  /** Undefined where the node does not answer: then the payer must not send money there. */
  function answering(network: string | null | undefined): Chain | undefined {
    const chain = chains.get(network as NetworkId)
    return chain && answersNow(chain) ? chain : undefined
  }

  function issuer(offer: AnyOffer, network: Network, authorization: boolean): ChallengeIssuer {
    const base = baseOf(offer)
    const key = `${priceOf(offer)} ${network.id} ${authorization} ${offer.route}`
    const ofOffer = issuers.get(base) ?? new LRUCache<string, ChallengeIssuer>({ max: maxIssuers })
    issuers.set(base, ofOffer)
    let known = ofOffer.get(key)
    if (!known) {
      const { route } = offer
      known = mpp.issuer({ price: priceOf(offer), payTo, network, description: titleAtPrice(offer), route, authorization })
      ofOffer.set(key, known)
    }
    return known
  }

  /** One challenge, for the requested network or the first: stock clients fail on tokens that they don't know. */
  function header(offer: AnyOffer, offered: readonly NetworkId[], wanted: WantedMpp): string | null {
    const chain = answering(wanted.network) ?? answering(offered[0]) ?? [...chains.values()].find(answersNow)
    if (!chain) return null
    const { network } = chain
    // Where settling is switched off or would cost too much, the payer can't sign an authorization but can send the transfer.
    const authorization = offered.includes(network.id)
    if (!takesPayment(wanted.acceptPayment, authorization ? 'evm' : 'evmhash', 'charge')) return null
    return issuer(offer, network, authorization).issue().header
  }

  return { issuer, header }
}
