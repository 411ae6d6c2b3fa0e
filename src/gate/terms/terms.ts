import type { Chains, Network, NetworkId } from '../../chain/chain.ts'
import { answersNow } from '../../chain/reachability.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { priceOf, type AnyOffer } from '../../offers/offer.ts'
import { priceOfCall } from '../../offers/price-of-call.ts'
import type { SettlementCosts } from '../../settler/settlement-cost.ts'
import type { Settler } from '../../settler/settler.ts'
import type { Hex } from '../../shared/bytes.ts'
import { hasPassed, type Clock } from '../../shared/clock.ts'
import { usd } from '../../shared/money.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { networkUnavailable, notAnswering } from '../call-refusals.ts'
import type { OfferedNetworks } from '../outcome.ts'

/** A wallet's first paid call is free where the price is below this. */
export const freeCallBelow = usd('0.03')

/** Milliseconds for which recorded prices are kept. They change rarely, and a change is recorded before it is shown. */
const pricesMs = 1_000

/**
 * A network that stalls is offered for this long at most. Asking all networks for each 402 would cost as much as the id of a
 * challenge. A payer on a network that has just stalled gets a problem before anything is claimed.
 */
const offeredMs = 250

/** For how many prices it is kept where they are offered: computed prices may be any. */
const maxKept = 1_000

const cannotSettle = 'nothing can be settled there now'
const tooExpensive = 'settling there costs too large a share of this price now'
const noContracts = 'payments of new contract wallets cannot be settled there at this moment'

/** Whether a wallet's first paid call of this offer is free. */
export function hasFreeFirstCall(offer: AnyOffer): boolean {
  return offer.firstCallFree && priceOf(offer) < freeCallBelow
}

/** What a payment must pay: to whom, on which networks, and which prices are accepted. */
export interface TermsOfSale {
  readonly payTo: Hex
  /** The refusal of a payment of this amount on this network at this moment; null where it is accepted. Terms that were given out a short while ago are honoured. */
  refusal(network: NetworkId, amount: bigint, options?: { readonly newContract: boolean }): Refusal | null
  /** Notes that a payment was claimed. */
  claimed(network: NetworkId, payment: { readonly amount: bigint; readonly newContract: boolean }): void
  /** The same object for as long as its content is the same, so that what is derived from it can be kept. */
  offered(price: bigint): OfferedNetworks
  /** Networks on which a payment is accepted. More than are offered, since a payment that is already signed is honoured. */
  readonly accepted: ReadonlyMap<NetworkId, Network>
  /**
   * The prices that are accepted: the present one first, then earlier ones within the grace period after a change, and the price
   * of an instance that started later than this one. For any other amount the ledger is read again, so that a payer is not
   * refused for a price that an instance has just asked for.
   */
  acceptedPrices(offer: AnyOffer, amount: bigint): Promise<readonly bigint[]>
}

interface KeptTerms {
  readonly at: number
  readonly answering: number
  readonly content: string
  readonly offered: OfferedNetworks
}

export function createTerms(parts: {
  chains: Chains
  settler: Pick<Settler, 'networks' | 'canSettle' | 'accepted'>
  payTo: Hex
  ledger: Ledger
  clock: Clock
  priceGraceSeconds: number
  /** What settling costs; null where it costs us nothing. */
  costs: Pick<SettlementCosts, 'isTooExpensive' | 'wasTooExpensive'> | null
}): TermsOfSale {
  const accepted = new Map(
    [...parts.chains].flatMap(([id, chain]) => (parts.settler.networks.has(id) ? [[id, chain.network] as const] : [])),
  )
  const recordedPrices = new Map<string, { readonly at: number; readonly prices: readonly bigint[] }>()
  const offered = new Map<bigint, KeptTerms>()
  const acceptedChains = [...accepted.keys()].flatMap((network) => parts.chains.get(network) ?? [])

  /** One bit for each network that answers, since an outage must be seen at once, and this costs next to nothing. */
  function answering(): number {
    return acceptedChains.reduce((bits, chain, index) => (answersNow(chain) ? bits | (1 << index) : bits), 0)
  }

  function reasonNotOffered(network: NetworkId, price: bigint): string | null {
    const chain = parts.chains.get(network)
    chain?.reachability?.watch()
    if (chain && !answersNow(chain)) return notAnswering
    if (!parts.settler.canSettle(network, { amount: price })) return cannotSettle
    return parts.costs?.isTooExpensive(network, price) ? tooExpensive : null
  }

  function reasonNotAccepted(network: NetworkId, amount: bigint, newContract: boolean): string | null {
    const chain = parts.chains.get(network)
    chain?.reachability?.watch()
    if (chain && !answersNow(chain)) return notAnswering
    if (!parts.settler.canSettle(network, { amount, newContract })) return newContract ? noContracts : cannotSettle
    return parts.costs?.wasTooExpensive(network, amount) ? tooExpensive : null
  }

  function offeredNow(price: bigint): OfferedNetworks {
    const all = [...accepted.keys()].map((network) => ({ network, reason: reasonNotOffered(network, price) }))
    return {
      networks: all.filter(({ reason }) => reason === null).map(({ network }) => network),
      leftOut: all.flatMap(({ network, reason }) => (reason === null ? [] : [{ network, reason }])),
    }
  }

  return {
    payTo: parts.payTo,
    accepted,
    refusal(network, amount, { newContract } = { newContract: false }) {
      const reason = reasonNotAccepted(network, amount, newContract)
      return reason === null ? null : networkUnavailable(parts.chains.get(network)?.network.name ?? network, reason)
    },
    claimed: (network, payment) => parts.settler.accepted(network, payment),
    offered(price) {
      const now = parts.clock.now()
      const known = offered.get(price)
      const answer = answering()
      if (known && known.answering === answer && !hasPassed(known.at, offeredMs, now)) return known.offered
      const found = offeredNow(price)
      const content = JSON.stringify(found)
      const kept = known?.content === content ? known.offered : found
      if (offered.size >= maxKept) offered.clear()
      offered.set(price, { at: now, answering: answer, content, offered: kept })
      return kept
    },
    async acceptedPrices(offer, amount) {
      // Other requests of the offer have other prices, so none but this one's pays for it.
      if (priceOfCall(offer) !== null) return [priceOf(offer)]
      const now = parts.clock.now()
      const known = recordedPrices.get(offer.id)
      if (known && now >= known.at && now - known.at < pricesMs && known.prices.includes(amount)) return known.prices
      const recorded = await parts.ledger.pricesSince({ offerId: offer.id, since: now - parts.priceGraceSeconds * 1000 })
      const price = priceOf(offer)
      // An offer that was free before has no earlier price: a payment of 0 would only cost gas.
      const prices = [price, ...recorded.filter((other) => other !== price && other > 0n)]
      recordedPrices.set(offer.id, { at: now, prices })
      return prices
    },
  }
}
