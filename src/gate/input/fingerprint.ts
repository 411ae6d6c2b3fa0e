import type { AnyOffer, OfferInput } from '../../offers/offer.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { sha256 } from '../../shared/sha256.ts'

/** What makes two requests the same request: SHA-256 of offer id and canonical JSON of the validated input. */
export function fingerprint(offer: AnyOffer, input: OfferInput<unknown, unknown, unknown>): string {
  return sha256(`${offer.id}\n${canonicalJson(input)}`)
}
