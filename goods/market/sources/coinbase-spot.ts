import { readJson, source, z } from '../../../src/goods/door.ts'
import type { Feed, Source } from '../../../src/goods/kit/http.ts'
import { priceFreshness, tradedPrice, venueTerms } from '../coins/venue.ts'
import type { VenuePrice } from '../coins/venue.ts'

export const coinbaseSpot = source({
  ...venueTerms('coinbase-spot', 'Coinbase', 'https://docs.cdp.coinbase.com/coinbase-app/docs/api-prices'),
  baseUrl: 'https://api.coinbase.com',
  origin: 'coinbase',
  create: createCoinbaseSpot,
})

/** The retail spot price, from another host than the exchange and without other figures. */
export interface CoinbaseSpot {
  readonly source: Source
  /** By product (`BTC-USD`); null for an unknown one. */
  readonly price: Feed<VenuePrice | null>
}

const spot = z.object({ data: z.object({ amount: z.string(), base: z.string(), currency: z.string() }) })

function createCoinbaseSpot(source: Source): CoinbaseSpot {
  const pathOf = (product: string) => `/v2/prices/${encodeURIComponent(product)}/spot`
  const price = source.feed<VenuePrice | null>({
    name: 'price',
    size: 500,
    freshness: priceFreshness,
    asOf: () => null,
    address: pathOf,
    load: (product, signal) =>
      source.ask(
        {
          path: pathOf(product),
          alsoAccept: [400, 404],
          read(answer) {
            const price = answer.status === 200 ? tradedPrice(readJson(answer, spot).data.amount) : null
            return price === null ? null : { price, change24h: null, at: null }
          },
        },
        signal,
      ),
  })
  return { source, price }
}
