import { LRUCache } from 'lru-cache'
import type { Chains, NetworkId } from '../../chain/chain.ts'
import { priceOf, type AnyOffer } from '../../offers/offer.ts'
import { schemasOf } from '../../offers/offer-schemas.ts'
import type { ChallengeIssuer } from '../../payments/mpp/challenge-issuer.ts'
import { describeMpp } from '../../payments/mpp/describe-mpp.ts'
import { buildChallenge, type Challenge } from '../../payments/x402/challenge.ts'
import { readingOf } from '../../offers/media-types.ts'
import type { Discovery } from '../../payments/x402/discovery.ts'
import { baseOf, priceOfCall } from '../../offers/price-of-call.ts'
import { titleAtPrice } from '../../offers/price-in-words.ts'
import { formatUsd } from '../../shared/money.ts'
import type { MppHeaders } from './mpp-headers.ts'
import { settlementRule } from './settlement-rule.ts'
import { watchlistRule } from './watchlist-rule.ts'
import { withoutWallet, type FreeThings } from './without-wallet.ts'
import { freeCallBelow, hasFreeFirstCall, type OfferedNetworks, type TermsOfSale } from './terms.ts'

/** The terms of one offer, for as long as they are offered on the same networks. */
export interface TermsOfOffer {
  readonly offered: OfferedNetworks
  /** What was for sale beside it when this was made: the terms name what is free. */
  readonly beside: readonly AnyOffer[] | undefined
  readonly challenge: Challenge
  /** Of the first network, which stock clients take; null where none is offered. */
  readonly firstIssuer: ChallengeIssuer | null
  readonly bodyMembers: readonly string[]
}

export interface OfferTerms {
  of(offer: AnyOffer): TermsOfOffer
  /** The x402 part of the terms on these networks. */
  challengeOn(offer: AnyOffer, networks: readonly NetworkId[]): Challenge
}

/** Challenges with computed prices may be any number. */
const maxBuilt = 2_000

/** Everything static of a challenge is built once per offer, price and set of networks. */
export function createOfferTerms(parts: {
  readonly chains: Chains
  readonly terms: TermsOfSale
  readonly sandbox: boolean
  readonly realData: boolean
  /** The address of the terms of service; undefined where there is none. */
  readonly termsOfService?: string | undefined
  /** What the service is called now; its software's name unless given. */
  readonly serviceName?: (() => string | undefined) | undefined
  /** Whether a transaction hash without a proof of its payer is accepted. */
  readonly bareHashes: boolean
  readonly mppHeaders: MppHeaders
  /** What callers without a wallet are told; absent where nothing is said. */
  readonly freeThings?: FreeThings | undefined
}): OfferTerms {
  const { chains, terms, mppHeaders } = parts
  const mppMember = `"mpp":${JSON.stringify(
    describeMpp(
      [...chains.values()].map((chain) => chain.network),
      parts.bareHashes,
    ),
  )}`
  const built = new WeakMap<object, LRUCache<string, Challenge>>()
  const sales = new WeakMap<AnyOffer, TermsOfOffer>()

  function of(offer: AnyOffer): TermsOfOffer {
    const offered = terms.offered(priceOf(offer))
    const beside = parts.freeThings?.offers()
    const known = sales.get(offer)
    if (known?.offered === offered && known.beside === beside) return known
    const first = chains.get(offered.networks[0] as NetworkId)?.network
    const sale = {
      offered,
      beside,
      challenge: challengeOn(offer, offered.networks),
      firstIssuer: first ? mppHeaders.issuer(offer, first, true) : null,
      bodyMembers: [
        mppMember,
        ...(offered.leftOut.length > 0 ? [`"notOffered":${JSON.stringify(offered.leftOut)}`] : []),
        ...(parts.freeThings ? [`"withoutWallet":${JSON.stringify(withoutWallet(parts.freeThings, offer))}`] : []),
      ],
    }
    sales.set(offer, sale)
    return sale
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
        payTo: terms.payTo,
        networks: networks.flatMap((id) => chains.get(id)?.network ?? []),
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
        realData: parts.realData,
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
