import { LRUCache } from 'lru-cache'
import { priceOf, type AnyOffer } from '../../offers/offer.ts'
import { schemasOf } from '../../offers/offer-schemas.ts'
import type { ChallengeIssuer } from '../../payments/mpp/challenge-issuer.ts'
import { describeMpp } from '../../payments/mpp/describe-mpp.ts'
import { buildChallenge, type Challenge, type ChallengeTerms } from '../../payments/x402/challenge.ts'
import { readingOf } from '../../offers/media-types.ts'
import type { Discovery } from '../../payments/x402/discovery.ts'
import { baseOf, priceOfCall } from '../../offers/price-of-call.ts'
import { titleAtPrice } from '../../offers/price-in-words.ts'
import { formatUsd } from '../../shared/money.ts'
import type { ChargedCall, MppHeaders } from '../../payments/mpp/challenge-headers.ts'
import { settlementRule } from './settlement-rule.ts'
import { watchlistRule } from './watchlist-rule.ts'
import { withoutWallet, type FreeThings } from './without-wallet.ts'
import type { OfferedNetworks } from '../../gate/outcome.ts'
import { freeCallBelow, hasFreeFirstCall } from '../../gate/terms/terms.ts'

type Network = ChallengeTerms['networks'][number]
export type NetworkId = Network['id']

/** The terms of one offer, for as long as they are offered on the same networks. */
export interface TermsOfOffer {
  readonly offered: OfferedNetworks
  /** What was for sale beside it when this was made: the terms name what is free. */
  readonly beside: readonly AnyOffer[] | undefined
  /** What its MPP challenges ask money for. */
  readonly charged: ChargedCall
  readonly challenge: Challenge
  /** Of the first network, which stock clients take; null where none is offered. */
  readonly firstIssuer: ChallengeIssuer | null
  readonly bodyMembers: readonly string[]
}

export interface OfferTerms {
  of(offer: AnyOffer, offered: OfferedNetworks): TermsOfOffer
  /** The x402 part of the terms on these networks. */
  challengeOn(offer: AnyOffer, networks: readonly NetworkId[]): Challenge
}

/** Challenges with computed prices that are kept for one offer; the oldest is dropped beyond that. */
const maxBuilt = 2_000

export interface OfferTermsParts {
  /** All that are connected. */
  readonly networks: ReadonlyMap<NetworkId, Network>
  readonly payTo: ChallengeTerms['payTo']
  readonly sandbox: boolean
  /** In a sandbox: answers come from real data. */
  readonly realData?: boolean
  /** The address of the terms of service; undefined where there is none. */
  readonly termsOfService?: string | undefined
  /** What the service is called now; its software's name unless given. */
  readonly serviceName?: (() => string | undefined) | undefined
  /** Whether a transaction hash without a proof of its payer is accepted. */
  readonly bareHashes: boolean
  readonly mppHeaders: MppHeaders
  /** What callers without a wallet are told; absent where nothing is said. */
  readonly freeThings?: FreeThings | undefined
}

/** Everything static of a challenge is built once per offer, price and set of networks. */
export function createOfferTerms(parts: OfferTermsParts): OfferTerms {
  const { networks: connected, payTo, mppHeaders } = parts
  const mppMember = `"mpp":${JSON.stringify(describeMpp([...connected.values()], parts.bareHashes))}`
  const built = new WeakMap<object, LRUCache<string, Challenge>>()
  const made = new WeakMap<AnyOffer, TermsOfOffer>()

  function of(offer: AnyOffer, offered: OfferedNetworks): TermsOfOffer {
    const beside = parts.freeThings?.offers()
    const known = made.get(offer)
    if (known?.offered === offered && known.beside === beside) return known
    const first = connected.get(offered.networks[0] as NetworkId)
    const charged = { of: baseOf(offer), price: priceOf(offer), description: titleAtPrice(offer), route: offer.route }
    const terms = {
      offered,
      beside,
      charged,
      challenge: challengeOn(offer, offered.networks),
      firstIssuer: first ? mppHeaders.issuer(charged, first, true) : null,
      bodyMembers: [
        mppMember,
        ...(offered.leftOut.length > 0 ? [`"notOffered":${JSON.stringify(offered.leftOut)}`] : []),
        ...(parts.freeThings ? [`"withoutWallet":${JSON.stringify(withoutWallet(parts.freeThings, offer))}`] : []),
      ],
    }
    made.set(offer, terms)
    return terms
  }

  function challengeOn(offer: AnyOffer, networks: readonly NetworkId[]): Challenge {
    const base = baseOf(offer)
    const computed = priceOfCall(offer)
    const key = `${priceOf(offer)} ${networks.join(' ')} ${computed?.words ?? ''}`
    const ofOffer = built.get(base) ?? new LRUCache<string, Challenge>({ max: maxBuilt })
    built.set(base, ofOffer)
    let challenge = ofOffer.get(key)
    if (!challenge) {
      challenge = buildChallenge({
        price: priceOf(offer),
        payTo,
        networks: networks.flatMap((id) => connected.get(id) ?? []),
        title: titleAtPrice(offer),
        description: `${offer.title}. ${offer.purpose}`,
        serviceName: parts.serviceName?.() ?? 'Farthing',
        discovery: {
          method: offer.method,
          template: offer.template,
          example: offer.example,
          schemas: schemasOf(offer),
          ...outputOf(offer),
        },
        firstCallFree: hasFreeFirstCall(offer) ? firstCallFree : null,
        settlement: settlementRule(offer)?.member ?? null,
        watchlist: watchlistRule(offer)?.member ?? null,
        ...(computed ? { pricing: { how: computed.words, leastUsd: formatUsd(computed.least), mostUsd: formatUsd(computed.most) } } : {}),
        ...(parts.termsOfService === undefined ? {} : { termsOfService: parts.termsOfService }),
        sandbox: parts.sandbox,
        realData: parts.realData ?? false,
      })
      ofOffer.set(key, challenge)
    }
    return challenge
  }

  return { of, challengeOn }
}

/** How an answer of bytes is read, where that is not as JSON. */
function outputOf({ answers }: AnyOffer): Pick<Discovery, 'output'> {
  const type = answers === null ? 'json' : readingOf(answers.types)
  if (type === 'json') return {}
  const known = answers?.types.find((one) => !one.includes('*'))
  return { output: { type, mimeType: known ?? (type === 'text' ? 'text/plain' : 'application/octet-stream') } }
}

const firstCallFree = {
  eligible: 'a wallet that has never paid this service',
  below: formatUsd(freeCallBelow),
  how: 'Sign and send the payment as usual. It is verified and the wallet must hold the price, but it is never settled.',
}
