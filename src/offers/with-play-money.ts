import type { AnyOffer, OfferContext, OfferInput, Outcome } from './offer.ts'
import type { WatchedAnswer } from './watchlist/watched-answer.ts'

/**
 * The same offers in a sandbox: each of their answers says `playMoney: true` in `meta`. Its figures may be simulated or real, which
 * `meta.simulated` says. A product itself knows nothing of the money.
 */
export function withPlayMoney(offers: readonly AnyOffer[]): readonly AnyOffer[] {
  return offers.map((offer) => ({
    ...offer,
    run: async (input: OfferInput<unknown, unknown, unknown>, context: OfferContext) => marked(await offer.run(input, context)),
  }))
}

function marked(outcome: Outcome<unknown>): Outcome<unknown> {
  if (!outcome.charge || !outcome.watched) return { ...outcome, body: markedBody(outcome.body) }
  const { watched } = outcome
  const marking: WatchedAnswer = { ...watched, body: (page) => markedBody(watched.body(page)) }
  return {
    charge: true,
    watched: marking,
    // As in the outcome itself: the whole answer is made only where it is needed.
    get body() {
      return markedBody(outcome.body)
    },
  }
}

/** An answer that has no `meta` stays as it is. */
function markedBody(body: unknown): unknown {
  const { meta } = (body ?? {}) as { readonly meta?: unknown }
  return typeof meta === 'object' && meta !== null ? { ...(body as object), meta: { ...meta, playMoney: true } } : body
}
