import { marketOhlcv, marketTrending, openMarket } from '../market.fixture.ts'
import { beforeAll, expect, test } from 'vitest'
import { longestTurn } from '../../../test/support/longest-turn.ts'
import { createPoolCandles } from '../candles/pool-candles.ts'
import type { Chain, NetworkId } from '../../../src/chain/chain.ts'
import { advanceIndex, beginIndex } from '../../../src/chain/follow/checkpoint-rows.ts'
import { createPoolIndexes, type PoolIndexes } from '../pools/pool-indexes.ts'
import { memoryStore } from '../../../src/chain/follow/index-store.fixture.ts'
import { poolRows } from '../pools/pool-rows.ts'
import { poolsIndex } from '../pools/pools-index.ts'
import { findNetwork, networks } from '../../../src/chain/networks.ts'
import { localMarket, type LocalPool } from '../../../src/chain/prices/local-market.fixture.ts'
import type { PoolPlace } from '../../../src/chain/prices/price-places.ts'
import { sidesOf } from '../../../src/chain/prices/read-pool.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import type { MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'

const networkSlugs = networks.map(({ slug }) => slug)
const market = localMarket(networkSlugs)
const base: NetworkId = 'eip155:8453'
const signal = new AbortController().signal
const parts = { clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics }
const pools: LocalPool[] = []
let chains: ReadonlyMap<NetworkId, Chain>

beforeAll(async () => {
  const start = market.now() + 60
  await Promise.all(
    networkSlugs.map(async (network) => {
      for (let count = 0; count < 5; count++) {
        const pool = await market.pool('BTC', { network })
        pools.push(pool)
        for (let block = 0; block < 16; block++) {
          const trades = Array.from({ length: 60 }, (_, index) => [index % 2 === 0 ? 1 : -1, 60_000 + index] as const)
          await pool.swaps(start + count * 800 + block * 40, ...trades)
        }
      }
    }),
  )
  chains = (await market.connect({})).chains
}, 300_000)

const followed = ({ place }: Pick<LocalPool, 'place'>) => ({ address: place.address, isCoin0: !sidesOf(place).isQuote0 })

function open(store: MemoryStore, clock = parts.clock): PoolIndexes {
  const byNetwork = new Map(
    networks.map(({ id, slug }) => [id, pools.filter(({ place }) => place.network === slug).map(followed)] as const),
  )
  return createPoolIndexes({ ...parts, clock, pools: byNetwork, historySeconds: 90_000, chains, store, simulated: false })
}

test('thirty pools on six networks, read at the same time, leave the event loop free', async () => {
  expect(pools).toHaveLength(30)
  const turns: number[] = []
  for (let run = 0; run < 3; run++) {
    const store = memoryStore()
    const indexes = open(store)
    turns.push(
      await longestTurn(async () => {
        for (let round = 0; round < 50 && !indexes.state().every(({ state }) => state === 'current'); round++) {
          await Promise.all(indexes.jobs.map((job) => job.run(signal)))
        }
      }),
    )
    expect(indexes.state().every(({ state }) => state === 'current')).toBe(true)
    expect(
      (await indexes.minutes(base, pools.find(({ place }) => place.network === 'base')!.place.address, { from: 0, to: 10 ** 10 })).length,
    ).toBeGreaterThan(0)
    await store.close()
  }
  console.log('longest turns of the index, ms:', turns)
  expect(Math.min(...turns)).toBeLessThan(20)
}, 300_000)

/** A coin and ether with a swap in each minute of 30 days, as an index leaves them. */
async function fullStore(address: Hex, ether: Hex, now: number): Promise<MemoryStore> {
  const store = memoryStore()
  const key = { name: 'pools', network: base }
  const index = poolsIndex(findNetwork(base)!, { pools: [], historySeconds: 0, keepSeconds: 0 })
  await store.write(beginIndex, { ...key, subject: index.subject, start: 0n, now: 0 })
  const advance = advanceIndex('pools', poolRows)
  const minutes = 30 * 1_440
  const first = Math.floor(now / 60) * 60 - (minutes - 1) * 60
  let version = 1n
  for (let start = 0; start < minutes; start += 500) {
    const end = Math.min(minutes, start + 500)
    const rows = Array.from({ length: end - start }, (_, offset) => start + offset).flatMap((minute) =>
      [address, ether].map((pool, logIndex) => ({
        place: {
          blockNumber: BigInt(minute),
          logIndex,
          blockHash: '0x' as const,
          transactionHash: '0x' as const,
          at: BigInt(first + minute * 60),
        },
        fact: {
          pool: pool.toLowerCase() as Hex,
          root: (1n << 96n) + BigInt(minute) * (1n << 80n),
          amount: 10n ** 18n,
          quoteAmount: 10n ** 18n,
        },
      })),
    )
    const at = BigInt(first + (end - 1) * 60)
    const to = BigInt(end - 1)
    const moved = { firm: to, tip: to, tipStart: 0n, startAt: BigInt(first - 60), firmAt: at, tipStartAt: null, tipAt: at }
    await store.write(advance, {
      ...key,
      ...moved,
      version,
      range: { from: BigInt(start), to },
      rows,
      end: { number: to, hash: '0x' },
      isFinal: true,
      now: 0,
    })
    version += 1n
  }
  return store
}

test('candles of thirty days, made of minutes in ether, and trends leave the event loop free', async () => {
  const dollar = await market.feed('USDC', { heartbeatSeconds: 40 * 86_400 })
  await dollar.prices([1, 31 * 86_400], [0.99, 86_400])
  const [ether, coin] = [await market.pool('ETH'), await market.pool('UNI', { quote: 'ETH' })]
  const places: PoolPlace[] = [ether.place, coin.place]
  const { prices } = await market.connect({ feeds: [dollar.place], pools: places })
  const now = market.now()
  const clock = { now: () => now * 1000 }
  const store = await fullStore(coin.place.address, ether.place.address, now)
  const followedHere = new Map([[base, places.map((place) => followed({ place }))]])
  const indexes = createPoolIndexes({ ...parts, clock, pools: followedHere, historySeconds: 90_000, chains, store, simulated: false })
  const poolCandles = createPoolCandles({ ...parts, clock, places, networks, pools: indexes, chainPrices: prices })
  const { sources, close } = await openMarket({
    simulated: false,
    accepted: new Set(),
    chainPrices: prices,
    poolCandles,
    startAt: now * 1000,
  })
  const context = { sources, clock, signal } as unknown as OfferContext
  const times: number[] = []
  const ask = async (query: Record<string, string>) => {
    const begun = performance.now()
    const { body } = await marketOhlcv.run({ path: { symbol: 'UNI' }, query: marketOhlcv.query!.parse(query), body: {} }, context)
    times.push(Math.round(performance.now() - begun))
    return (body as { candles: unknown[] }).candles
  }
  const turns: number[] = []
  for (let run = 0; run < 3; run++) {
    turns.push(
      await longestTurn(async () => {
        expect(await ask({ interval: '1h', limit: '700' })).toHaveLength(700)
        expect(await ask({ interval: '1m', limit: '720' })).toHaveLength(720)
        await marketTrending.run({ path: {}, query: {}, body: {} }, context)
      }),
    )
  }
  console.log('longest turns of candles, ms:', turns, 'answers, ms:', times)
  expect(Math.min(...turns)).toBeLessThan(20)
  const day: number[] = []
  for (let count = 0; count < 100; count++) {
    const begun = performance.now()
    await ask({ interval: '1h', limit: '24' })
    day.push(performance.now() - begun)
  }
  day.sort((a, b) => a - b)
  console.log('24 candles of an hour, ms: p50', day[50], 'p99', day[98])
  await close()
  await store.close()
}, 300_000)
