import type { TransactionFacts } from '../../chain/chain.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { priceOfCall } from '../../offers/price-of-call.ts'
import { returnedByOperator, paymentRefusal } from '../../payments/wire/refusals.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { TransferClaim } from './normalize.ts'
import type { TermsOfSale } from '../terms/terms.ts'

export interface TransferPriceParts {
  readonly ledger: Pick<Ledger, 'findByCredential' | 'pricesSince'>
  readonly terms: Pick<TermsOfSale, 'acceptedPrices'>
}

/**
 * Whether a transfer pays a price of the offer. The money of a transfer is here already, so the price that we asked for counts, also
 * after it has changed: that of our own challenge, that of a credit of this offer, and for a bare hash the price at the time of
 * its block. Without `facts` it says whether such a block may exist.
 */
export async function paysPrice(
  { ledger, terms }: TransferPriceParts,
  offer: AnyOffer,
  claim: TransferClaim,
  facts: Pick<TransactionFacts, 'timestamp'> | null,
): Promise<boolean> {
  const { amount, challenge } = claim
  if (challenge && challenge.route === offer.route) return true
  if ((await terms.acceptedPrices(offer, amount)).includes(amount)) return true
  if (challenge || priceOfCall(offer) !== null) return false
  const credit = await ledger.findByCredential(claim.hash)
  if (credit?.state === 'credit' && credit.offerId === offer.id) return true
  const since = (facts === null ? claim.notBefore : Number(facts.timestamp)) * 1000
  return amount > 0n && (await ledger.pricesSince({ offerId: offer.id, since })).includes(amount)
}

/** The refusal of a transfer of another amount. Its money may be here, so it says how to use it. */
export async function wrongAmount({ terms }: TransferPriceParts, offer: AnyOffer, claim: TransferClaim): Promise<Refusal> {
  const [price] = await terms.acceptedPrices(offer, claim.amount)
  return paymentRefusal('invalid_exact_evm_payload_authorization_value_mismatch', {
    field: 'amount',
    expected: `${price}`,
    received: `${claim.amount}`,
    fix: claim.challenge
      ? `If you have sent the transfer, present it on the route of its own challenge: ${claim.challenge.route}. Otherwise pay the terms of this answer.`
      : `If you have sent the transfer, present it with a call of an offer at its price, which GET /v1/agent/discovery lists. ${returnedByOperator}`,
  })
}
