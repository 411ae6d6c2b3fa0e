import { LRUCache } from 'lru-cache'
import type { CallTerms } from '../../gate/outcome.ts'
import type { PreparedInput } from '../../gate/input/prepared-input.ts'
import { priceOf, type AnyOffer } from '../../offers/offer.ts'
import { titleAtPrice } from '../../offers/price-in-words.ts'
import type { WantedMpp } from '../../payments/mpp/challenge-headers.ts'
import { mppProblemOf, mppProblemType } from '../../payments/mpp/problems.ts'
import { isMpp, type CredentialReading, type HeaderReader } from '../../payments/wire/protocol.ts'
import { v1Challenge } from '../../payments/x402-v1/challenge.ts'
import type { ChallengeAnswer } from '../../payments/x402/challenge.ts'
import { refusalOf, type Refusal } from '../../shared/refusal.ts'
import { createOfferTerms, type NetworkId, type OfferTermsParts, type TermsOfOffer } from './offer-terms.ts'

/** Which form of the terms a request asks for. */
export interface ChallengeOptions extends WantedMpp {
  /** `X402-Version: 1`: the terms in the form of the first version. */
  readonly version1: boolean
  /** The refused payment came by MPP, so the problem has a type of MPP. */
  readonly mpp: boolean
}

/** The form that a request with these headers and this credential asks for. */
export function challengeOptions(headers: HeaderReader, credential: CredentialReading): ChallengeOptions {
  return {
    network: headers.get('payment-network'),
    acceptPayment: headers.get('accept-payment'),
    version1: headers.get('x402-version')?.trim() === '1',
    mpp: isMpp(credential),
  }
}

/** The terms of a call: protocol headers and the JSON body in UTF-8. */
export interface Terms402 {
  readonly headers: Record<string, string>
  readonly body: Uint8Array
}

export interface Challenges {
  /** The 402 of these terms; null where this request can be paid for on no network at present, by no protocol. */
  challenge(terms: CallTerms, refusal: Refusal | null, options: ChallengeOptions): Terms402 | null
}

export interface ChallengesParts extends OfferTermsParts {
  /** Networks that take signed payments, whether they are offered now or not. */
  readonly accepted: readonly NetworkId[]
  readonly publicUrl: string
}

/** Terms without a way to pay would only cost the caller another request. */
export function nothingToPayOn(): Refusal {
  return refusalOf('network_unavailable', 'No network can take a payment at this moment.', { retryAfter: 10 })
}

/** Answers to unpaid calls that are kept; the oldest is dropped beyond that. Each takes about 20 KB. */
const maxUnpaidAnswers = 500

export function createChallenges(parts: ChallengesParts): Challenges {
  const { networks, payTo, publicUrl, sandbox, realData = false, mppHeaders } = parts
  const offerTerms = createOfferTerms(parts)
  // By resource. Most unpaid calls ask for few resources, and only the MPP challenge differs between two answers for one.
  const unpaid = new LRUCache<string, { readonly of: TermsOfOffer; readonly answer: ChallengeAnswer }>({ max: maxUnpaidAnswers })

  function unpaidAnswer(input: PreparedInput, of: TermsOfOffer): ChallengeAnswer {
    const resource = input.resource()
    const known = unpaid.get(resource)
    // Two offers may share a path by different methods, and an offer's networks change.
    if (known?.of === of) return known.answer
    const { challenge, bodyMembers } = of
    const answer = challenge.answer({ url: publicUrl + resource, problemType: mppProblemType('payment-required'), bodyMembers })
    unpaid.set(resource, { of, answer })
    return answer
  }

  function v1Body(offer: AnyOffer, url: string, offered: readonly NetworkId[], refusal: Refusal | null): Uint8Array | null {
    const body = v1Challenge(
      {
        price: priceOf(offer),
        payTo,
        networks: offered.flatMap((id) => networks.get(id) ?? []),
        description: titleAtPrice(offer),
        sandbox,
        realData,
      },
      { url, refusal },
    )
    return body === null ? null : Buffer.from(body, 'utf8')
  }

  return {
    challenge(asked, refusal, options) {
      const { offer, input } = asked
      const of = offerTerms.of(offer, asked.offered)
      const now = asked.offered.networks
      if (of.firstIssuer && refusal === null && options.network === null && options.acceptPayment === null && !options.version1) {
        // Nearly all requests take this branch.
        const { paymentRequired, body } = unpaidAnswer(input, of)
        return { headers: { 'PAYMENT-REQUIRED': paymentRequired, 'WWW-Authenticate': of.firstIssuer.issue().header }, body }
      }
      // A refused payment gets its terms even while gas is too expensive to offer them to new payments.
      const offered = now.length > 0 || refusal === null ? now : parts.accepted
      const authenticate = mppHeaders.header(of.charged, offered, options)
      if (offered.length === 0 && authenticate === null) return null
      const mppHeader: Record<string, string> = authenticate === null ? {} : { 'WWW-Authenticate': authenticate }
      const url = publicUrl + input.resource()
      const v1 = options.version1 ? v1Body(offer, url, offered, refusal) : null
      if (v1 !== null) return { headers: mppHeader, body: v1 }
      const problemType = refusal !== null && options.mpp ? { problemType: mppProblemType(mppProblemOf(refusal.code)) } : {}
      const answer =
        refusal === null
          ? unpaidAnswer(input, of)
          : offerTerms.challengeOn(offer, offered).answer({ url, refusal, bodyMembers: of.bodyMembers, ...problemType })
      // x402 can't express terms without a network to pay on, so its header is left out then.
      const x402Header: Record<string, string> = offered.length > 0 ? { 'PAYMENT-REQUIRED': answer.paymentRequired } : {}
      return { headers: { ...x402Header, ...mppHeader }, body: answer.body }
    },
  }
}
