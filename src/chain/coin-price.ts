import type { Network, Rpc } from './chain.ts'
import { isExecutionFailure } from './node-errors.ts'

/** `latestRoundData()` of a price feed. */
const latestRoundData = '0xfeaf968c'

/** A feed is renewed at least once a day, and an hour later at the latest. */
const maxAgeSeconds = 25n * 3600n
/** Feeds have 8 decimals, USDC has 6. */
const feedUnitsPerBaseUnit = 100n

/**
 * The price of the network's gas coin in US dollars, as USDC base units, from the Chainlink feed on the network itself. Null where
 * there is none, or where its figure is old or not a price.
 * @param now unix seconds
 * @throws RpcUnreachable
 */
export async function coinPriceOnChain({ network, rpc }: { network: Network; rpc: Rpc }, now: number): Promise<bigint | null> {
  if (network.coinFeed === undefined) return null
  try {
    return priceIn(await rpc.call('eth_call', [{ to: network.coinFeed, data: latestRoundData }, 'latest']), BigInt(now))
  } catch (error) {
    if (isExecutionFailure(error)) return null
    throw error
  }
}

function priceIn(answer: unknown, now: bigint): bigint | null {
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{320}$/.test(answer)) return null
  const word = (index: number) => BigInt(`0x${answer.slice(2 + 64 * index, 66 + 64 * index)}`)
  const [price, updatedAt] = [BigInt.asIntN(256, word(1)), word(3)]
  if (price <= 0n || updatedAt + maxAgeSeconds < now || updatedAt > now + maxAgeSeconds) return null
  return (price + feedUnitsPerBaseUnit - 1n) / feedUnitsPerBaseUnit
}
