import { parseUnits } from './shared/money.ts'
import type { Sources } from './sources/sources.ts'

/** Coins whose price the venues tell. Others (SKALE's CREDIT, which is prepaid) have none. */
const products: Readonly<Record<string, string>> = { ETH: 'ETH-USD', POL: 'POL-USD' }

/** USD of one gas coin in USDC base units, rounded up; null when no source can tell. */
export async function gasCoinPrice(sources: Pick<Sources, 'coinbaseSpot' | 'coinbase'>, coin: string): Promise<bigint | null> {
  const product = products[coin]
  if (product === undefined) return null
  for (const venue of [sources.coinbaseSpot, sources.coinbase]) {
    try {
      const { value } = await venue.price.get(product)
      if (value) return (parseUnits(value.price, 18) + (10n ** 12n - 1n)) / 10n ** 12n
    } catch {
      // The next venue may tell; what none tells is null, and the caller says so.
    }
  }
  return null
}
