import { figuresOf } from '../../sandbox/market/coin-figures.ts'
import { coinNamed } from '../../sandbox/market/coins.ts'
import { usdPerEurAt } from '../../sandbox/market/exchange-rates.ts'
import { nodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { placeFeed, placeIssuedToken, placePool, tickOf } from '../../sandbox/tests/place-prices.ts'
import type { WorldNetwork } from '../../sandbox/world.ts'
import { knownPlaces } from '../../src/chain/prices/known-places.ts'
import type { FeedPlace, PoolPlace } from '../../src/chain/prices/price-places.ts'
import { sidesOf } from '../../src/chain/prices/read-pool.ts'
import { knownStablecoins } from '../../goods/market/stablecoins/stablecoin-table.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { wellKnownSymbols } from '../../goods/market/coins/symbols.ts'

/** Seconds before now. */
const yesterday = [87_000, 86_000] as const
const longAgo = 100_000
/** What raises the price of a pool by 2 %, in dollars. */
const depthUsd = 2_000_000
/** What the price was yesterday, as a share of today's. */
export const yesterdaysShare = 0.8

/** Coins of each stablecoin on each of its networks. */
export const issuedCoins = 1_000_000

/** What a coin costs on the local chains: what it costs at the sandbox's stand-ins now; 7 dollars where they do not have it. */
export function priceOnChains(ticker: string, now: number): number {
  if (ticker === 'EUR') return usdPerEurAt(now)
  const row = wellKnownSymbols.find((known) => known.ticker === ticker)
  return row ? figuresOf(coinNamed(row.coingecko), 'coingecko', now).price : 7
}

/** Places the contracts of the tables on local chains, at their real addresses: every feed, every pool and every stablecoin. */
export async function placeKnownMarket(networks: readonly WorldNetwork[], now: number): Promise<void> {
  await Promise.all(
    networks.map(async (network) => {
      const here = ({ network: slug }: { readonly network: string }) => slug === network.slug
      for (const feed of knownPlaces.feeds.filter(here)) await placeKnownFeed(network, feed, now)
      for (const pool of knownPlaces.pools.filter(here)) await placeKnownPool(network, pool, now)
      await placeStablecoins(network)
    }),
  )
}

async function placeKnownFeed({ rpcUrl }: WorldNetwork, { ticker, address, decimals }: FeedPlace, now: number): Promise<void> {
  const seconds = Math.floor(now / 1000)
  const placed = await placeFeed(rpcUrl, { description: `${ticker} / USD`, decimals, at: address })
  const units = (usd: number) => BigInt(Math.round(usd * 10 ** decimals))
  const price = priceOnChains(ticker, now)
  await placed.record([
    ...yesterday.map((ago) => ({ answer: units(isTied(ticker) ? price : price * yesterdaysShare), at: seconds - ago })),
    { answer: units(price), at: seconds - 60 },
  ])
}

async function placeKnownPool(network: WorldNetwork, pool: PoolPlace, now: number): Promise<void> {
  const seconds = Math.floor(now / 1000)
  for (const { address, decimals } of [pool.token, pool.quoteToken]) await placeToken(network, address, decimals)
  const { isQuote0, token0, token1, decimals0, decimals1 } = sidesOf(pool)
  const placed = await placePool(network.rpcUrl, { token0, token1, fee: pool.fee, at: pool.address })
  const quoteUsd = priceOnChains(pool.quote, now)
  const price = priceOnChains(pool.ticker, now) / quoteUsd
  const tick = tickOf(isQuote0 ? 1 / price : price, { decimals0, decimals1 })
  await placed.record([{ tick, at: seconds - longAgo }])
  const root = 1.0001 ** (tick / 2)
  const quoteUnits = (depthUsd / quoteUsd) * 10 ** pool.quoteToken.decimals
  await placed.setLiquidity(BigInt(Math.round(quoteUnits / ((Math.sqrt(1.02) - 1) * (isQuote0 ? 1 / root : root)))))
  // A coin for its price, in a block of the present, so that an index finds a swap.
  const coin = 10n ** BigInt(pool.token.decimals)
  const paid = BigInt(Math.round(price * 10 ** pool.quoteToken.decimals))
  const [amount0, amount1] = isQuote0 ? [paid, -coin] : [-coin, paid]
  await placed.trade([{ amount0, amount1, price: 1.0001 ** tick }])
}

async function placeStablecoins(network: WorldNetwork): Promise<void> {
  for (const { decimals, deployments } of knownStablecoins) {
    for (const { contract, network: id } of deployments) if (id === network.id) await placeToken(network, contract, decimals)
  }
}

/** USDC is there already, with its real byte code. */
async function placeToken({ rpcUrl, usdc }: WorldNetwork, at: Hex, decimals: number): Promise<void> {
  if (at.toLowerCase() !== usdc.toLowerCase()) {
    await placeIssuedToken(rpcUrl, { at, decimals, supply: BigInt(issuedCoins) * 10n ** BigInt(decimals) })
  }
}

/** Whether a coin is tied to a currency, so that its price of yesterday is that of today. */
function isTied(ticker: string): boolean {
  return ticker === 'EUR' || ['TUSD', 'FDUSD'].includes(ticker) || knownStablecoins.some(({ symbol }) => symbol === ticker)
}

/** More blocks on top of a chain, so that a question for logs of all of it spans too many. */
export async function addBlocks({ rpcUrl }: WorldNetwork, count: number): Promise<void> {
  const rpc = nodeRpc(rpcUrl)
  for (let left = count; left > 0; left -= 50) await rpc.call('anvil_mine', `0x${Math.min(left, 50).toString(16)}`)
}
