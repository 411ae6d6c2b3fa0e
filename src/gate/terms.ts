import type { Chains, Network, NetworkId } from '../chain/chain.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { priceOf, type AnyOffer } from '../offer.ts'
import type { Settler } from '../settler/settler.ts'
import type { Hex } from '../shared/bytes.ts'
import { hasPassed, type Clock } from '../shared/clock.ts'
import { usd } from '../shared/money.ts'

/** A wallet's first paid call is free where the price is below this. */
export const freeCallBelow = usd('0.03')

/** Prices change when a service starts: what was read is kept for so long. */
const pricesMs = 1_000

/**
 * For so long at most a network is offered that has stalled since. Asking them all for each 402 costs as much as a signature of
 * a challenge, and who pays on one that has just stalled is told so before anything is claimed.
 */
const offeredMs = 250

/** Where a price may be paid now. */
export interface Offered {
  /** Networks that stand in a 402, in order. */
  readonly networks: readonly NetworkId[]
  /** Those that are left out for now, so that a client that looks for one learns why. */
  readonly leftOut: readonly { readonly network: NetworkId; readonly reason: string }[]
}

/** What is asked for an offer, and which prices are still taken. */
export interface Terms {
  readonly payTo: Hex
  /** Whether a payment on this network can't be settled at this moment. */
  stalled(network: string): boolean
  /** The same object again as long as it says the same: what is made of it may be kept with it. */
  offered(price: bigint): Offered
  /** Networks on which a payment is taken, as soon as they answer; a superset of the former, since what is signed already is honoured. */
  readonly accepted: ReadonlyMap<NetworkId, Network>
  /**
   * Our price, first; those that held within the grace after a change; and what an instance asks that started after us. The
   * ledger is read again for an amount that was not among them, so that nobody is refused who was asked for it a moment ago.
   */
  goodPrices(offer: AnyOffer, amount: bigint): Promise<readonly bigint[]>
}

export function createTerms(parts: {
  chains: Chains
  settler: Pick<Settler, 'networks' | 'stalled'>
  payTo: Hex
  ledger: Ledger
  clock: Clock
  priceGraceSeconds: number
  /** Whether settling on this network costs too large a share of the price to be offered now. */
  tooDear(network: NetworkId, price: bigint): boolean
}): Terms {
  const accepted = new Map(
    [...parts.chains].flatMap(([id, chain]) => (parts.settler.networks.has(id) ? [[id, chain.network] as const] : [])),
  )
  const read = new Map<string, { readonly at: number; readonly prices: readonly bigint[] }>()
  const offered = new Map<bigint, { readonly at: number; readonly saying: string; readonly offered: Offered }>()

  function whyNot(network: NetworkId, price: bigint): string | null {
    if (parts.chains.get(network)?.awaited) return 'its node does not answer now'
    if (parts.settler.stalled(network)) return 'nothing can be settled there now'
    return parts.tooDear(network, price) ? 'settling there costs too large a share of this price now' : null
  }

  function look(price: bigint): Offered {
    const all = [...accepted.keys()].map((network) => ({ network, reason: whyNot(network, price) }))
    return {
      networks: all.filter(({ reason }) => reason === null).map(({ network }) => network),
      leftOut: all.flatMap(({ network, reason }) => (reason === null ? [] : [{ network, reason }])),
    }
  }

  return {
    payTo: parts.payTo,
    accepted,
    stalled: (network) => parts.settler.stalled(network),
    offered(price) {
      const now = parts.clock.now()
      const known = offered.get(price)
      if (known && !hasPassed(known.at, offeredMs, now)) return known.offered
      const found = look(price)
      const saying = JSON.stringify(found)
      const kept = known?.saying === saying ? known.offered : found
      offered.set(price, { at: now, saying, offered: kept })
      return kept
    },
    async goodPrices(offer, amount) {
      const now = parts.clock.now()
      const known = read.get(offer.id)
      if (known && now >= known.at && now - known.at < pricesMs && known.prices.includes(amount)) return known.prices
      const recorded = await parts.ledger.pricesSince({ offerId: offer.id, since: now - parts.priceGraceSeconds * 1000 })
      const price = priceOf(offer)
      // What was free until now has no old price: to collect nothing costs gas.
      const prices = [price, ...recorded.filter((other) => other !== price && other > 0n)]
      read.set(offer.id, { at: now, prices })
      return prices
    },
  }
}
