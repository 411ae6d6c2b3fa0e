import type { AnyOffer } from '../offers/offer.ts'
import type { About } from './about.ts'
import type { Price } from './farthing.ts'
import type { OpenedTill } from './open-till.ts'
import { soldRoute, type Handler } from './sold-route.ts'

/** The routes of a host that are sold. */
export interface RouteSales {
  /** Resolves when the route is sold, and at once where it is. @throws CatalogError */
  sell(price: Price, about: About & { readonly route: string }): Promise<void>
  /** Resolves when each route that was named so far is sold, or has failed to be. */
  settled(): Promise<void>
}

export function createRouteSales(parts: {
  readonly till: Pick<OpenedTill, 'sellRoutes' | 'log'>
  readonly url: string
  /** What answers the call that runs; null where nothing does. */
  readonly handler: () => Handler | null
}): RouteSales {
  const { till, url, handler } = parts
  const sold: AnyOffer[] = []
  const sales = new Map<string, Promise<void>>()
  let selling: Promise<void> = Promise.resolve()
  return {
    sell(price, about) {
      const known = sales.get(about.route)
      if (known) return known
      const wanted = soldRoute(price, about, { handler, url })
      // One after the other, and a route that can't be sold does not keep others from it.
      const sale = selling.then(async () => {
        await till.sellRoutes([...sold, wanted])
        sold.push(wanted)
      })
      selling = sale.catch((error: unknown) => {
        sales.delete(about.route)
        till.log.error({ err: error, route: about.route }, 'a route can not be sold: its handler is not reached')
      })
      sales.set(about.route, sale)
      return sale
    },
    settled: () => selling,
  }
}
