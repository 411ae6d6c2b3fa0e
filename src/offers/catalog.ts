import { CatalogError, checkOffers, checkOffersInTurns } from './check-offers.ts'
import { createRouteMatcher, type RouteMatch } from './match-route.ts'
import type { AnyOffer, CatalogView, OfferContext } from './offer.ts'
import { shapeOf } from './path-template.ts'

export interface Catalog extends CatalogView {
  /** The offers that are sold at present, in the order of the list: those of `all` whose engine works, or was not tried yet. */
  readonly offers: readonly AnyOffer[]
  /** The offers whose sources or engines are switched on, whether they work or not. */
  readonly all: readonly AnyOffer[]
  /** The whole list: also the offers whose sources or engines are switched off. */
  readonly listed: readonly AnyOffer[]
  /** Offers of earlier lists that keep their routes. */
  readonly withdrawn: readonly AnyOffer[]
  /** One of `all`. */
  byId(id: string): AnyOffer | undefined
  /** To be called when prices have changed, or an engine has: what is derived from the list of offers, and kept by it, is made again. */
  renew(): void
  /**
   * Sells another list of offers from now on. The change is atomic: each look-up finds the whole list before it or the whole list after it.
   * A call that has begun ends with the offer that it began with. The route of an offer that is not listed any longer stays for payers whose answer is
   * stored; all others learn that it is switched off.
   * @throws CatalogError with everything that is wrong with the list; then the list before it stays in force
   */
  replace(offers: readonly AnyOffer[]): void
  /** The same in two parts: the checks, with a pause between two offers, and then the change, which can't fail. @throws CatalogError */
  prepare(offers: readonly AnyOffer[], pause: () => Promise<void>): Promise<{ use(): void }>
  /** Calls `run` after each change: to other offers, to other prices, or because an engine failed or works again. */
  onChange(run: () => void): void
  /**
   * The offer that a method and a path without query (percent-encoded, as on the wire) lead to. One whose engine fails keeps its route:
   * its payers get answers that they have paid for.
   */
  match(method: string, path: string): RouteMatch
}

/** Offers that are not listed any longer and keep their routes; the oldest beyond that lose theirs. */
const maxWithdrawn = 500

/**
 * Checks the offers and builds the look-ups. Disabled offers are left out of `offers` and `byId`, but keep their route.
 * @throws CatalogError naming every duplicate, price, template and example that is wrong
 */
export function createCatalog(offers: readonly AnyOffer[], context: Pick<OfferContext, 'sources' | 'chains'>): Catalog {
  refuseFaults(checkOffers(offers))
  let list = listOf(offers, context)
  let present = soldOf(list)
  let listeners: readonly (() => void)[] = []

  function renew(): void {
    present = soldOf(list)
    for (const run of listeners) run()
  }

  function use(next: readonly AnyOffer[]): void {
    list = listOf(next, context, list)
    renew()
  }

  return {
    get offers() {
      return present
    },
    get all() {
      return list.all
    },
    get listed() {
      return list.listed
    },
    get withdrawn() {
      return list.withdrawn
    },
    renew,
    replace(next) {
      refuseFaults(checkOffers(next))
      use(next)
    },
    async prepare(next, pause) {
      refuseFaults(await checkOffersInTurns(next, pause))
      return { use: () => use(next) }
    },
    onChange(run) {
      listeners = [...listeners, run]
    },
    byId: (id) => list.byId.get(id),
    match: (method, path) => list.match(method, path),
  }
}

function refuseFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw new CatalogError(faults)
}

/** Everything that belongs to one list of offers. */
interface List {
  readonly listed: readonly AnyOffer[]
  readonly all: readonly AnyOffer[]
  readonly byId: ReadonlyMap<string, AnyOffer>
  readonly match: Catalog['match']
  /** Offers of earlier lists, which keep their routes. The newest are last. */
  readonly withdrawn: readonly AnyOffer[]
}

function listOf(listed: readonly AnyOffer[], context: Pick<OfferContext, 'sources' | 'chains'>, before?: List): List {
  const entries = listed.map((offer) => ({ offer, disabled: offer.available(context) === 'disabled' }))
  const all = Object.freeze(entries.filter((entry) => !entry.disabled).map((entry) => entry.offer))
  const withdrawn = before ? withdrawnFrom(before, all) : []
  // One that was sold and is switched off now has its route there.
  const taken = new Set(withdrawn.map(placeOf))
  const kept = entries.filter(({ offer, disabled }) => !disabled || !taken.has(placeOf(offer)))
  return {
    listed,
    all,
    byId: new Map(all.map((offer) => [offer.id, offer])),
    match: createRouteMatcher([...kept, ...withdrawn.map((offer) => ({ offer, disabled: false }))]),
    withdrawn,
  }
}

/** What was sold and is not any longer, unless another offer has its route now. */
function withdrawnFrom(before: List, all: readonly AnyOffer[]): readonly AnyOffer[] {
  const taken = new Set(all.map(placeOf))
  const gone = [...before.withdrawn, ...before.all].filter((offer) => !taken.has(placeOf(offer)))
  const newest = new Map(gone.map((offer) => [placeOf(offer), offer]))
  return [...newest.values()].slice(-maxWithdrawn).map(switchedOff)
}

/** Offers of which this is the same have the same place in the look-up. */
function placeOf({ method, template }: AnyOffer): string {
  return `${method} ${shapeOf(template)}`
}

/** The same offer, which takes no new payment. The gate still gives its payers the answers that are stored for them. */
function switchedOff(offer: AnyOffer): AnyOffer {
  return { ...offer, available: () => 'disabled' }
}

function soldOf({ all }: List): readonly AnyOffer[] {
  return Object.freeze(all.filter(({ engine }) => engine?.standing() !== 'failed'))
}
