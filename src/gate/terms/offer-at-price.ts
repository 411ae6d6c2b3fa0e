import type { ComputedAccess, ComputedPrice } from '../../offers/computed-price.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { dollarsAndHow } from '../../offers/price-in-words.ts'
import { expectedAt } from '../../shared/issue-messages.ts'
import { formatUsd } from '../../shared/money.ts'
import { Problem } from '../../shared/problems.ts'
import type { PreparedInput } from '../input/prepared-input.ts'

/**
 * The offer at the price of one call: from here on it is an offer of a fixed price. Its route names the request, so that the challenge of one
 * request is not accepted for another one, whose price may be higher.
 * @throws Problem for an input that its schemas or its price do not allow
 */
export function offerAtPrice(offer: AnyOffer, access: ComputedAccess, input: PreparedInput): AnyOffer {
  return withPrice(offer, access, priceOfCall(access, input), `${offer.route} for request ${input.fingerprint().slice(0, 16)}`)
}

/** Characters. */
const maxWords = 200

/** The terms for a call that brings nothing but its path, which may not be a whole request: crawlers read them. */
export function offerAtLeast(offer: AnyOffer, access: ComputedAccess): AnyOffer {
  return withPrice(offer, access, { price: access.price, words: dollarsAndHow(offer) }, `${offer.route} for another request`)
}

function withPrice(offer: AnyOffer, { price: least, most }: ComputedAccess, { price, words }: ComputedPrice, route: string): AnyOffer {
  const access = { kind: 'fixed', price, computed: { words, least, most, of: offer } } as const
  return { ...offer, route: route as AnyOffer['route'], access }
}

function priceOfCall(access: ComputedAccess, input: PreparedInput): ComputedPrice {
  const { price, words } = access.priceOf(input.parsed())
  if (typeof price !== 'bigint') throw new TypeError('a price is computed as a bigint of base units')
  if (price > access.most) {
    const expected = `a call that costs $${formatUsd(access.most)} at most`
    const detail = `${expectedAt('input', expected)} This one would cost $${formatUsd(price)}: ${words}.`
    throw new Problem('invalid_input', detail, { field: 'input', expected })
  }
  return { price: price < access.price ? access.price : price, words: words.slice(0, maxWords) }
}
