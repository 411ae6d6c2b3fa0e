import { LRUCache } from 'lru-cache'
import type { Chain, Chains, Network, NetworkId } from '../../chain/chain.ts'
import { answersNow } from '../../chain/reachability.ts'
import type { Hex } from '../../shared/bytes.ts'
import { takesPayment } from './accept-payment.ts'
import type { ChallengeIssuer } from './challenge-issuer.ts'
import type { MppChallenges } from './challenge.ts'

/** What a challenge asks money for. */
export interface ChargedCall {
  /** The offer as it is declared: what is built for it is kept for as long as it is. */
  readonly of: object
  /** Base units. */
  readonly price: bigint
  readonly description: string
  readonly route: string
}

export interface MppHeaders {
  /** Issues the challenges of this call on one network: to sign an authorization, or to send the transfer. */
  issuer(call: ChargedCall, network: Network, authorization: boolean): ChallengeIssuer
  /** A `WWW-Authenticate`; null where the client takes no such payment, or no node answers. */
  header(call: ChargedCall, offered: readonly NetworkId[], wanted: WantedMpp): string | null
}

/** What a request says of the MPP challenge it can use. */
export interface WantedMpp {
  /** `Payment-Network`: a CAIP-2 id, null for the first network. */
  readonly network: string | null
  /** `Accept-Payment`, null when it was not sent. */
  readonly acceptPayment: string | null
}

/** Issuers kept for one offer; the oldest is dropped beyond that. Each request with a computed price has its own. */
const maxIssuers = 2_000

export function createMppHeaders(parts: {
  readonly chains: Chains
  readonly payTo: Hex
  readonly mpp: Pick<MppChallenges, 'issuer'>
}): MppHeaders {
  const { chains, mpp, payTo } = parts
  const issuers = new WeakMap<object, LRUCache<string, ChallengeIssuer>>()

  /** Undefined where the node does not answer: then the payer must not send money there. */
  function answering(network: string | null | undefined): Chain | undefined {
    const chain = chains.get(network as NetworkId)
    return chain && answersNow(chain) ? chain : undefined
  }

  function issuer({ of, price, description, route }: ChargedCall, network: Network, authorization: boolean): ChallengeIssuer {
    const key = `${price} ${network.id} ${authorization} ${route}`
    const ofOffer = issuers.get(of) ?? new LRUCache<string, ChallengeIssuer>({ max: maxIssuers })
    issuers.set(of, ofOffer)
    let known = ofOffer.get(key)
    if (!known) {
      known = mpp.issuer({ price, payTo, network, description, route, authorization })
      ofOffer.set(key, known)
    }
    return known
  }

  /** One challenge, for the requested network or the first: stock clients fail on tokens that they don't know. */
  function header(call: ChargedCall, offered: readonly NetworkId[], wanted: WantedMpp): string | null {
    const chain = answering(wanted.network) ?? answering(offered[0]) ?? [...chains.values()].find(answersNow)
    if (!chain) return null
    const { network } = chain
    // Where settling is switched off or would cost too much, the payer can't sign an authorization but can send the transfer.
    const authorization = offered.includes(network.id)
    if (!takesPayment(wanted.acceptPayment, authorization ? 'evm' : 'evmhash', 'charge')) return null
    return issuer(call, network, authorization).issue().header
  }

  return { issuer, header }
}
