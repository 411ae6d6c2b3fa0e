import type { PositionKey } from '../../ledger/deliveries/delivery.ts'
import type { AnyOffer, OfferInput } from '../../offers/offer.ts'
import type { WatchlistQuery } from '../../offers/watchlist/watchlist-query.ts'
import type { Hex } from '../../shared/bytes.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { sha256 } from '../../shared/sha256.ts'

/** Who polls: a plain account is the same payer on every network; a contract at the same address elsewhere may be somebody else's. */
export interface Poller {
  readonly payer: Hex
  readonly network: string
  readonly plain: boolean
}

/** What the ledger keeps deliveries under: payer, offer, query without its limit, and the name of the consumer. */
export function positionOf(offer: AnyOffer, input: OfferInput<unknown, unknown, unknown>, { payer, network, plain }: Poller): PositionKey {
  const { watch } = input.query as WatchlistQuery
  const subject = canonicalJson(offer.watchlist!.subject(input))
  const named = canonicalJson([payer, plain ? null : network, offer.id, watch ?? null, subject])
  return { id: sha256(named).slice(0, 32), payer }
}
