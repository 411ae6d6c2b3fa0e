import { afterAll, beforeAll } from 'vitest'
import { placeContract } from '../../../sandbox/tests/place-contract.ts'
import { placeFeed, placePool, tickOf, type PlacedFeed, type PlacedPool } from '../../../sandbox/tests/place-prices.ts'
import { temporaryWorld } from '../../../sandbox/tests/temporary-world.ts'
import type { World } from '../../../sandbox/world.ts'
import { systemClock, systemTimers } from '../../ops/system.ts'
import { silentLog } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import type { Chain, NetworkId } from '../chain.ts'
import { connectChain } from '../connect/connect-chain.ts'
import { networks } from '../networks.ts'
import { createRpc, type ClosableRpc, type RpcOptions } from '../rpc/create-rpc.ts'
import { createChainPrices, type ChainPrices } from './chain-prices.ts'
import type { FeedPlace, PoolPlace, PricePlaces, TokenPlace } from './price-places.ts'
import { sidesOf } from './read-pool.ts'

export interface LocalFeed extends PlacedFeed {
  readonly place: FeedPlace
  /** Adds rounds at prices in dollars, so many seconds ago, the oldest first. */
  prices(...rounds: readonly (readonly [usd: number, secondsAgo: number])[]): Promise<void>
}

interface FeedOptions {
  readonly description?: string
  readonly heartbeatSeconds?: number
  readonly decimals?: number
  readonly phase?: number
  readonly network?: string
}

interface PoolOptions {
  readonly quote?: 'USDC' | 'ETH'
  readonly cardinality?: number
  readonly network?: string
}

export interface LocalPool extends PlacedPool {
  readonly place: PoolPlace
  /** The prices that the pool had, in its quote token, each from so many seconds ago on. */
  prices(...steps: readonly (readonly [price: number, secondsAgo: number])[]): Promise<void>
  /** So much liquidity that raising the price by 2 % takes so many quote tokens. */
  deepen(quoteTokens: number, price: number): Promise<void>
  /** Swaps of one block: how many coins, and the price in the quote token after each. A coin above zero came in. Time in unix seconds. */
  swaps(at: number, ...trades: readonly (readonly [coins: number, price: number])[]): Promise<void>
}

const tokens: Readonly<Record<string, string>> = { USDC: 'usdc', ETH: 'ether' }

/** Local chains on which tests place feeds and pools, with real contracts and real time. For the tests of the file that calls this. */
export function localMarket(slugs: readonly string[] = ['base']) {
  const declared = networks.filter(({ slug }) => slugs.includes(slug))
  const known = new Map<string, TokenPlace>()
  let world: World
  const rpcs: ClosableRpc[] = []
  beforeAll(async () => {
    world = await temporaryWorld({ networks: declared.map(({ id }) => id) })
    for (const { slug, asset } of declared) {
      known.set(`${slug} usdc`, { address: asset, decimals: 6 })
      known.set(`${slug} ether`, { address: await placeContract(url(slug), 'plain-token'), decimals: 18 })
    }
  })
  afterAll(async () => {
    for (const rpc of rpcs) await rpc.close()
    await world?.close()
  })
  const url = (network: string) => world.networks.find(({ slug }) => slug === network)?.rpcUrl ?? ''
  const now = () => Math.floor(systemClock.now() / 1000)
  const tokenOf = async (network: string, ticker: string): Promise<TokenPlace> =>
    known.get(`${network} ${tokens[ticker]}`) ?? { address: await placeContract(url(network), 'plain-token'), decimals: 18 }

  async function feed(
    ticker: string,
    { description = `${ticker} / USD`, heartbeatSeconds = 1200, decimals = 8, phase = 1, network = 'base' }: FeedOptions = {},
  ): Promise<LocalFeed> {
    const placed = await placeFeed(url(network), { description, decimals, phase })
    return {
      ...placed,
      place: { network, ticker, address: placed.address, decimals, heartbeatSeconds },
      prices: (...rounds) =>
        placed.record(rounds.map(([usd, ago]) => ({ answer: BigInt(Math.round(usd * 10 ** decimals)), at: now() - ago }))),
    }
  }

  async function pool(ticker: string, { quote = 'USDC', cardinality = 1000, network = 'base' }: PoolOptions = {}): Promise<LocalPool> {
    const [token, quoteToken] = [await tokenOf(network, ticker), await tokenOf(network, quote)]
    const place: PoolPlace = { network, ticker, address: '0x', token, quote, quoteToken, fee: 500 }
    const { isQuote0, token0, token1, decimals0, decimals1 } = sidesOf(place)
    const placed = await placePool(url(network), { token0, token1, cardinality })
    const tickAt = (price: number) => tickOf(isQuote0 ? 1 / price : price, { decimals0, decimals1 })
    return {
      ...placed,
      place: { ...place, address: placed.address },
      prices: (...steps) => placed.record(steps.map(([price, ago]) => ({ tick: tickAt(price), at: now() - ago }))),
      deepen(quoteTokens, price) {
        const units = quoteTokens * 10 ** place.quoteToken.decimals
        const root = 1.0001 ** (tickAt(price) / 2)
        const liquidity = units / ((Math.sqrt(1.02) - 1) * (isQuote0 ? 1 / root : root))
        return placed.setLiquidity(BigInt(Math.round(liquidity)))
      },
      swaps(at, ...trades) {
        const units = 10 ** (place.quoteToken.decimals - place.token.decimals)
        return placed.trade(
          trades.map(([coins, price]) => {
            const coin = BigInt(Math.round(coins * 10 ** place.token.decimals))
            const quoteAmount = BigInt(Math.round(-coins * price * 10 ** place.quoteToken.decimals))
            const [amount0, amount1] = isQuote0 ? [quoteAmount, coin] : [coin, quoteAmount]
            return { amount0, amount1, price: isQuote0 ? 1 / (price * units) : price * units }
          }),
          at,
        )
      },
    }
  }

  async function prices(
    places: Partial<PricePlaces>,
    options: Partial<RpcOptions> & { passed?: number; graceMs?: number } = {},
  ): Promise<ChainPrices> {
    return (await connect(places, options)).prices
  }

  /** The same with the chains that they are read from, for an index. */
  async function connect(
    places: Partial<PricePlaces>,
    options: Partial<RpcOptions> & { passed?: number; graceMs?: number } = {},
  ): Promise<{ prices: ChainPrices; chains: ReadonlyMap<NetworkId, Chain> }> {
    // A busy machine may take long.
    const { passed = 0, graceMs = 20_000, ...rpcOptions } = options
    const clock = { now: () => systemClock.now() + passed }
    const parts = { clock, timers: systemTimers, log: silentLog, metrics: silentMetrics }
    const chains = new Map<NetworkId, Chain>()
    for (const network of declared) {
      const rpc = createRpc({ urls: [url(network.slug)], ...parts, clock: systemClock, ...rpcOptions })
      rpcs.push(rpc)
      chains.set(network.id, await connectChain({ network, rpc, ...parts }))
    }
    return { chains, prices: createChainPrices({ feeds: [], pools: [], ...places }, { chains, graceMs, ...parts }) }
  }

  return { feed, pool, prices, connect, now, url }
}
