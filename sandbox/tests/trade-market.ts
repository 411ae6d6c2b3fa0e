import { priceOn, type VenueMarket } from '../market/venues.ts'

interface TradedPool {
  swaps(at: number, ...trades: readonly (readonly [coins: number, price: number])[]): Promise<void>
}

/**
 * Swaps in a pool at the prices that a market of the sandbox has at these moments, one in a block, so that the pool is one more venue of the same
 * world.
 * @param from unix seconds, after the chain's newest block
 */
export async function tradeMarket(
  pool: TradedPool,
  market: VenueMarket,
  { from, everySeconds, count, coins }: { from: number; everySeconds: number; count: number; coins: number },
): Promise<void> {
  for (let index = 0; index < count; index++) {
    const at = from + index * everySeconds
    await pool.swaps(at, [index % 2 === 0 ? coins : -coins, Number(priceOn(market, at * 1000))])
  }
}
