import { LRUCache } from 'lru-cache'
import type { Chains, NetworkId } from '../../chain/chain.ts'
import { priceOf, type AnyOffer } from '../../offers/offer.ts'
import { titleAtPrice } from '../../offers/price-in-words.ts'
import type { Refusal } from '../../payments/wire/refusals.ts'
import { v1Challenge } from '../../payments/x402-v1/challenge.ts'
import type { MppChallenges } from '../../payments/mpp/challenge.ts'
import { mppProblemOf, mppProblemType } from '../../payments/mpp/problems.ts'
import type { ChallengeAnswer } from '../../payments/x402/challenge.ts'
import { createMppHeaders, type WantedMpp } from './mpp-headers.ts'
import type { PreparedInput } from '../input/prepared-input.ts'
import { createOfferTerms, type TermsOfOffer } from './offer-terms.ts'
import type { FreeThings } from './without-wallet.ts'
import type { TermsOfSale } from './terms.ts'

/** Which form of the terms a request asks for. */
export interface ChallengeOptions extends WantedMpp {
  /** `X402-Version: 1`: the terms in the form of the first version. */
  readonly version1: boolean
  /** The refused payment came by MPP, so the problem has a type of MPP. */
  readonly mpp: boolean
}

/** The terms of a call: protocol headers and the JSON body in UTF-8. */
export interface Terms402 {
  readonly headers: Record<string, string>
  readonly body: Uint8Array
}

export interface Challenges {
  /** The 402 of an offer; null where this request can be paid for on no network at present, by no protocol. */
  challenge(offer: AnyOffer, input: PreparedInput, refusal: Refusal | null, options: ChallengeOptions): Terms402 | null
}

/** How many answers to unpaid calls are kept; each takes about 20 KB. */
const maxUnpaidAnswers = 500

export function createChallenges(parts: {
  chains: Chains
  terms: TermsOfSale
  publicUrl: string
  sandbox: boolean
  /** In a sandbox: answers come from real data. */
  realData?: boolean
  bareHashes: boolean
  termsOfService?: string | undefined
  /** What the service is called now. */
  serviceName?: (() => string | undefined) | undefined
  mpp: Pick<MppChallenges, 'issuer'>
  freeThings?: FreeThings
}): Challenges {
  const { chains, terms, publicUrl, sandbox, realData = false, bareHashes, termsOfService } = parts
  const mppHeaders = createMppHeaders(parts)
  const sales = createOfferTerms({
    serviceName: parts.serviceName,
    chains,
    terms,
    sandbox,
    realData,
    bareHashes,
    termsOfService,
    mppHeaders,
    freeThings: parts.freeThings,
  })
  // By resource. Most unpaid calls ask for few resources, and only the MPP challenge differs between two answers for one.
  const unpaid = new LRUCache<string, { readonly sale: TermsOfOffer; readonly answer: ChallengeAnswer }>({ max: maxUnpaidAnswers })

  function unpaidAnswer(input: PreparedInput, sale: TermsOfOffer): ChallengeAnswer {
    const resource = input.resource()
    const known = unpaid.get(resource)
    // Two offers may share a path by different methods, and an offer's networks change.
    if (known?.sale === sale) return known.answer
    const { challenge, bodyMembers } = sale
    const answer = challenge.answer({ url: publicUrl + resource, problemType: mppProblemType('payment-required'), bodyMembers })
    unpaid.set(resource, { sale, answer })
    return answer
  }

  function v1Body(offer: AnyOffer, url: string, offered: readonly NetworkId[], refusal: Refusal | null): Uint8Array | null {
    const networks = offered.flatMap((id) => chains.get(id)?.network ?? [])
    const body = v1Challenge(
      { price: priceOf(offer), payTo: terms.payTo, networks, description: titleAtPrice(offer), sandbox, realData },
      { url, refusal },
    )
    return body === null ? null : Buffer.from(body, 'utf8')
  }

  return {
    challenge(offer, input, refusal, options) {
      const sale = sales.of(offer)
      const { networks } = sale.offered
      if (sale.firstIssuer && refusal === null && options.network === null && options.acceptPayment === null && !options.version1) {
        // Nearly all requests take this branch.
        const { paymentRequired, body } = unpaidAnswer(input, sale)
        return { headers: { 'PAYMENT-REQUIRED': paymentRequired, 'WWW-Authenticate': sale.firstIssuer.issue().header }, body }
      }
      // A refused payment gets its terms even while gas is too expensive to offer them to new payments.
      const offered = networks.length > 0 || refusal === null ? networks : [...terms.accepted.keys()]
      const authenticate = mppHeaders.header(offer, offered, options)
      if (offered.length === 0 && authenticate === null) return null
      const mppHeader: Record<string, string> = authenticate === null ? {} : { 'WWW-Authenticate': authenticate }
      const url = publicUrl + input.resource()
      const v1 = options.version1 ? v1Body(offer, url, offered, refusal) : null
      if (v1 !== null) return { headers: mppHeader, body: v1 }
      const problemType = refusal !== null && options.mpp ? { problemType: mppProblemType(mppProblemOf(refusal.reason)) } : {}
      const answer =
        refusal === null
          ? unpaidAnswer(input, sale)
          : sales.challengeOn(offer, offered).answer({ url, refusal, bodyMembers: sale.bodyMembers, ...problemType })
      // x402 can't express terms without a network to pay on, so its header is left out then.
      const x402Header: Record<string, string> = offered.length > 0 ? { 'PAYMENT-REQUIRED': answer.paymentRequired } : {}
      return { headers: { ...x402Header, ...mppHeader }, body: answer.body }
    },
  }
}
