import { z } from 'zod'
import { createSource } from './create-source.ts'
import type { Source, SourceParts } from './create-source.ts'
import { positiveDecimal } from './decimal.ts'
import type { Feed } from './feed.ts'
import { readJson } from './read-json.ts'
import { priceFreshness, venueTerms } from './venue.ts'
import type { VenuePrice } from './venue.ts'

export const coinbaseSpotTerms = venueTerms('coinbase-spot', 'Coinbase', 'https://docs.cdp.coinbase.com/coinbase-app/docs/api-prices')
export const coinbaseSpotBaseUrl = 'https://api.coinbase.com'

/** The retail spot price: another host than the exchange, and no more than a price. */
export interface CoinbaseSpot {
  readonly source: Source
  /** By product (`BTC-USD`); null for a pair that it does not have. */
  readonly price: Feed<VenuePrice | null>
}

const spot = z.object({ data: z.object({ amount: positiveDecimal, base: z.string(), currency: z.string() }) })

export function createCoinbaseSpot(declared: { baseUrl: string; enabled: boolean }, parts: SourceParts): CoinbaseSpot {
  const source = createSource({ terms: coinbaseSpotTerms, ...declared }, parts)
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
          read: (answer) => (answer.status === 200 ? { price: readJson(answer, spot).data.amount, change24h: null, at: null } : null),
        },
        signal,
      ),
  })
  return { source, price }
}
