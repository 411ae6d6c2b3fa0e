import type { AnyOffer } from '../../offers/offer.ts'
import { schemasOf, type OfferSchemas } from '../../offers/offer-schemas.ts'
import type { Steps } from '../../shared/in-turns.ts'
import { sharingSchemas } from './share-schemas.ts'

type Json = Readonly<Record<string, unknown>>

/** The schemas of a list of offers, in its order. */
export interface AllSchemas {
  readonly inputs: readonly OfferSchemas[]
  readonly answers: readonly Json[]
  /** Parts that several answers share. */
  readonly components: Readonly<Record<string, Json>>
}

/** Sharing the parts takes 8 ms for fifty offers, and several documents have the same. */
const made = new WeakMap<readonly AnyOffer[], AllSchemas>()

/** In steps of one offer. */
export function* allSchemas(offers: readonly AnyOffer[]): Steps<AllSchemas> {
  const known = made.get(offers)
  if (known) return known
  const inputs: OfferSchemas[] = []
  for (const offer of offers) {
    inputs.push(schemasOf(offer))
    yield
  }
  const { shared, components } = yield* sharingSchemas(inputs.map(({ answer }) => answer ?? {}))
  const schemas = { inputs, answers: shared, components }
  made.set(offers, schemas)
  return schemas
}
