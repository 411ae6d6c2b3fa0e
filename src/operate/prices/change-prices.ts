import type { Ledger } from '../../ledger/ledger.ts'
import type { Catalog } from '../../offers/catalog.ts'
import { priceOf, type AnyOffer } from '../../offers/offer.ts'
import { pricesToRecord, whyNotFor, type OfferPrices, type PriceChange, type PriceStanding } from '../../offers/offer-prices.ts'
import type { SettlementCosts } from '../../settler/settlement-cost.ts'
import type { Chains } from '../../chain/chain.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { formatUsd } from '../../shared/money.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import { createOrderedRuns } from '../../shared/ordered-runs.ts'

export interface PriceParts {
  readonly ledger: Pick<Ledger, 'orderPrice' | 'priceOrders' | 'recordPrices'>
  readonly prices: OfferPrices
  readonly catalog: Pick<Catalog, 'all' | 'byId' | 'renew' | 'prepare'>
  readonly chains: Chains
  /** Null where settling costs us nothing. */
  readonly costs: Pick<SettlementCosts, 'isTooExpensive'> | null
  readonly clock: Clock
  /** Resolves in another turn of the event loop. */
  readonly pause: () => Promise<void>
  readonly log: Log
}

export interface ListedPrice {
  readonly offer: string
  /** The least price where it is computed from each call. */
  readonly usd: string
  /** What one call costs at most, where the price is computed from each call. */
  readonly mostUsd: string | null
  readonly access: AnyOffer['access']['kind']
  /** What the program declares, where another price is ordered. */
  readonly declaredUsd: string | null
  readonly since: string | null
  readonly next: { readonly usd: string; readonly from: string } | null
}

/** The prices of this service, which follow what the operator orders; all instances on one ledger have the same. */
export interface PriceChanges {
  /** Takes over what is due. To be called every second or two; a change is recorded before anybody sees it. */
  refresh(): Promise<void>
  /**
   * Sells another list of offers from now on, at the prices that they declare or that are ordered. The prices are recorded before anyone sees
   * them, and those of the list before are still honoured for the grace period.
   * @throws CatalogError with everything that is wrong with the list, or StoreFailed; then the list before it stays in force
   */
  replaceOffers(offers: readonly AnyOffer[]): Promise<void>
  /** What is ordered, for `/status`. */
  standing(): readonly PriceStanding[]
  list(): Promise<readonly ListedPrice[]>
  /** @throws OperatorError where the offer can't be sold at this price */
  order(given: PriceOrdered): Promise<OrderedNow>
  /** What that would do, without doing it. @throws OperatorError as `order` */
  plan(given: PriceOrdered): Promise<OrderedNow & { readonly presentUsd: string }>
}

/** `price` in base units, null for the declared one; `from` in milliseconds, null for now. */
export interface PriceOrdered {
  readonly offer: string
  readonly price: bigint | null
  readonly from: number | null
}

export interface OrderedNow {
  readonly offer: string
  readonly usd: string
  readonly from: string
  /** Networks on which settling costs too large a share of this price, so it is not offered there now. */
  readonly notOffered: readonly string[]
}

/** Milliseconds by which the clocks of the command and the service may differ. */
const pastMs = 60_000
const aheadMs = 366 * 86_400_000

/** Prices that are recorded in one unit of the ledger. */
const pricesAtOnce = 50

export function createPriceChanges(parts: PriceParts): PriceChanges {
  const { ledger, prices, catalog, chains, costs, clock, log } = parts
  const inOrder = createOrderedRuns()
  /** One change after the other: each is recorded first, and takes effect later. */
  const alone = <Output>(run: () => Promise<Output>) => inOrder('prices', run)
  let orders: Awaited<ReturnType<Ledger['priceOrders']>> = []

  function take(changes: readonly PriceChange[]): void {
    prices.apply(changes)
    for (const { offerId, price } of changes) log.info({ offer: offerId, usd: formatUsd(price) }, 'an offer has another price now')
    catalog.renew()
  }

  const refresh = () => alone(takeWhatIsDue)

  async function takeWhatIsDue(): Promise<void> {
    orders = await ledger.priceOrders()
    const now = clock.now()
    const changes = prices.due(orders, now)
    if (changes.length === 0) return
    // Other instances may be paid this price as soon as we show it, and look it up then.
    await ledger.recordPrices({ prices: changes.map(({ offerId, price }) => ({ offerId, price })), at: now })
    take(changes)
  }

  /** The embedded database records them in the turn of the event loop in which it is asked. */
  async function recordInTurns(offers: readonly AnyOffer[]): Promise<void> {
    const [shown, at] = [pricesToRecord(offers), clock.now()]
    for (let index = 0; index < shown.length; index += pricesAtOnce) {
      await ledger.recordPrices({ prices: shown.slice(index, index + pricesAtOnce), at })
      await parts.pause()
    }
  }

  async function replaceOffers(offers: readonly AnyOffer[]): Promise<void> {
    orders = await ledger.priceOrders()
    const priced = prices.prepare(offers, orders, clock.now())
    const next = await catalog.prepare(priced.offers, parts.pause)
    // Other instances may be paid these prices as soon as we show them, and look them up then.
    await recordInTurns(priced.offers)
    priced.use()
    next.use()
  }

  function check(offer: string, price: bigint | null): AnyOffer {
    const found = catalog.byId(offer)
    if (found === undefined) throw new OperatorError(`there is no offer ${offer}: farthing price list has them all`)
    if (found.access.kind === 'free') throw new OperatorError(`${offer} is free: a price can be set only for offers that have one`)
    if (price !== null && whyNotFor(found, price) === 'too_low')
      throw new OperatorError(
        `${offer} can't be sold below ${formatUsd(found.minPrice ?? 1n)} dollars: a call may cost as much (LLM_OFFER_PRICES sets it)`,
      )
    return found
  }

  /** When an order takes effect, where it may be given. */
  function judge({ offer, price, from }: PriceOrdered): { readonly offer: AnyOffer; readonly at: number; readonly now: number } {
    const found = check(offer, price)
    const now = clock.now()
    if (from !== null && from < now - pastMs) throw new OperatorError('a price can be set from now on, and not for the past')
    if (from !== null && from > now + aheadMs) throw new OperatorError('a price can be set for the next 366 days')
    return { offer: found, at: Math.max(from ?? now, now), now }
  }

  function orderedAt(offer: string, amount: bigint, at: number): OrderedNow {
    const dear = [...chains.values()].flatMap(({ network }) => (costs?.isTooExpensive(network.id, amount) ? [network.name] : []))
    return { offer, usd: formatUsd(amount), from: new Date(at).toISOString(), notOffered: dear }
  }

  return {
    refresh,
    replaceOffers: (offers) => alone(() => replaceOffers(offers)),
    standing: () => prices.standing(orders, clock.now()),
    async list() {
      await refresh()
      const standing = new Map(prices.standing(orders, clock.now()).map((one) => [one.offerId, one]))
      return catalog.all.map((offer) => listed(offer, standing.get(offer.id)))
    },
    async order(given) {
      const { offer, at, now } = judge(given)
      await ledger.orderPrice({ offerId: offer.id, price: given.price, from: at, at: now })
      await refresh()
      const standing = prices.standing(orders, at).find(({ offerId }) => offerId === offer.id)
      return orderedAt(offer.id, standing?.price ?? priceOf(offer), at)
    },
    async plan(given) {
      await refresh()
      const { offer, at, now } = judge(given)
      const declared = prices.standing(orders, now).find(({ offerId }) => offerId === offer.id)?.declared ?? priceOf(offer)
      return { ...orderedAt(offer.id, given.price ?? declared, at), presentUsd: formatUsd(priceOf(offer)) }
    },
  }
}

function listed(offer: AnyOffer, standing: PriceStanding | undefined): ListedPrice {
  return {
    offer: offer.id,
    usd: formatUsd(priceOf(offer)),
    mostUsd: offer.access.kind === 'computed' ? formatUsd(offer.access.most) : null,
    access: offer.access.kind,
    declaredUsd: standing && standing.declared !== priceOf(offer) ? formatUsd(standing.declared) : null,
    since: standing?.since ? new Date(standing.since).toISOString() : null,
    next: standing?.next ? { usd: formatUsd(standing.next.price), from: new Date(standing.next.from).toISOString() } : null,
  }
}
