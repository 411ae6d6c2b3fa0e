import type { Chains } from '../../chain/chain.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import type { Settler } from '../../settler/settler.ts'
import type { CallPlace } from '../../shared/call-places.ts'
import { holderOf, type Caller } from '../../shared/caller.ts'
import { refusalOf, type Refusal } from '../../shared/refusal.ts'
import type { AuthorizationClaim, Normalized, TransferClaim } from '../verify/normalize.ts'
import type { Asker } from '../run/run-offer.ts'
import { headersForRun } from '../caller-headers.ts'
import type { OfferCall } from '../offer-call.ts'
import { isSignedByKey } from '../verify/payer-signature.ts'
import { withTokenV } from '../../chain/recover.ts'

/** The place of one call at an offer that serves only so many at once. It is taken once, and left when the call ends. */
export interface Seat {
  /** Null when the call has a place; otherwise why it has none. */
  take(caller: Caller): Refusal | null
  leave(): void
}

export function createSeat(offer: AnyOffer): Seat {
  let place: CallPlace | null = null
  return {
    take(caller) {
      if (place !== null || offer.admit === undefined) return null
      place = offer.admit(caller)
      return place === null ? allPlacesTaken(offer) : null
    },
    leave: () => place?.leave(),
  }
}

/** Of a call that takes its place elsewhere. */
export const noSeat: Seat = { take: () => null, leave() {} }

/** Nothing was claimed for this call, so its payment stays usable. */
function allPlacesTaken(offer: AnyOffer): Refusal {
  return refusalOf('overloaded', `${offer.title}: all places are taken at this moment.`, { retryAfter: 5 })
}

type History = Pick<Settler, 'settledBy'>

/** Whose bucket of refusals a payment falls in: of a payer that has settled, or of its client. */
export async function holderOfClaim(
  claim: Normalized,
  client: string,
  parts: { readonly chains: Chains; readonly settler: History },
): Promise<string> {
  if (claim.kind !== 'authorization') return client
  return holderOf(await callerOfClaim(claim, client, parts))
}

/**
 * Who sends this payment, before it is verified. It counts as one of a payer that has settled only where that payer's key has signed it,
 * so that a forged payment can't take that payer's places.
 */
export async function callerOfClaim(
  claim: AuthorizationClaim | TransferClaim,
  client: string,
  { chains, settler }: { readonly chains: Chains; readonly settler: History },
): Promise<Caller> {
  if (claim.kind !== 'authorization') return { standing: 'new', client, payer: null }
  const { authorization, network } = claim.credential.proof
  const payer = authorization.from.toLowerCase()
  const chain = chains.get(network)
  if (settler.settledBy(authorization.from) === 0 || chain === undefined) return { standing: 'new', client, payer }
  const signed = await isSignedByKey(chain, { ...authorization, signature: withTokenV(authorization.signature) })
  return { standing: signed ? 'settled' : 'new', client, payer }
}

/** The epoch of a claim that no other call has made before. */
const firstEpoch = 1

/** Who asks with a payment that was claimed. */
export function payingAsker(payment: Payment, offerCall: Pick<OfferCall, 'client' | 'offer' | 'headers'>, settler: History): Asker {
  return {
    ...headersForRun(offerCall),
    caller: callerOfPayment(payment, offerCall.client, settler),
    takeFreeUnit: async () => true,
    purchase: { id: payment.id, again: payment.epoch > firstEpoch },
    payment,
  }
}

/** Who has sent a payment that was claimed. One that is settled already has cost its payer something. */
export function callerOfPayment({ payer, settledAt }: Payment, client: string, settler: History): Caller {
  return { standing: settledAt !== null || settler.settledBy(payer) > 0 ? 'settled' : 'new', client, payer: payer.toLowerCase() }
}
