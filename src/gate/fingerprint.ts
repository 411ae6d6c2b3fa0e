import type { AnyOffer, OfferInput } from '../offer.ts'
import { canonicalJson } from '../shared/canonical-json.ts'
import { sha256 } from '../shared/sha256.ts'

type Input = OfferInput<unknown, unknown, unknown>

/** Of input that nobody can change, which comes again as the same object. */
const madeBefore = new WeakMap<Input, { readonly offer: AnyOffer; readonly fingerprint: string }>()

/** What makes two requests the same request: SHA-256 of offer id and canonical JSON of the validated input. */
export function fingerprint(offer: AnyOffer, input: Input): string {
  const known = madeBefore.get(input)
  if (known?.offer === offer) return known.fingerprint
  const made = sha256(`${offer.id}\n${canonicalJson(input)}`)
  if (Object.isFrozen(input)) madeBefore.set(input, { offer, fingerprint: made })
  return made
}
