import { type MarketTest, openMarket, stablecoins } from '../market.fixture.ts'
import { afterEach, expect, test } from 'vitest'
import { localMarket } from '../../../src/chain/prices/local-market.fixture.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'

const market = localMarket()
let opened: MarketTest | null = null
afterEach(async () => {
  await opened?.close()
  opened = null
})

interface Scene {
  /** Dollars that the feeds say, and since how many seconds. */
  readonly usdc?: number
  readonly usdt?: number
  readonly feedAgo?: number
  /** USDC for one USDT in the pool, from so many seconds ago on. */
  readonly inPool?: readonly (readonly [price: number, secondsAgo: number])[]
}

/** A live service without contracts, on a chain with feeds of USDC and USDT and a pool of both. */
async function ask(symbol: string, { usdc = 1, usdt = 1, feedAgo = 60, inPool = [[usdt / usdc, 10_000]] }: Scene = {}) {
  const [dollar, tether] = [await market.feed('USDC', { heartbeatSeconds: 86_400 }), await market.feed('USDT')]
  await dollar.prices([usdc, 60])
  await tether.prices([usdt, feedAgo])
  const pool = await market.pool('USDT')
  await pool.prices(...inPool)
  await pool.deepen(1_000_000, inPool.at(-1)?.[0] ?? 1)
  const chainPrices = await market.prices({ feeds: [dollar.place, tether.place], pools: [pool.place] })
  opened = await openMarket({ simulated: false, accepted: new Set(), chainPrices })
  const { sources, clock } = opened
  const offer = stablecoins()
  expect(offer.available({ sources, chains: new Map() })).toBe('available')
  const context = { sources, chains: new Map(), clock, signal: new AbortController().signal } as unknown as OfferContext
  const outcome = await offer.run({ path: { symbol }, query: {}, body: {} }, context)
  await opened.close()
  return { ...offer.answer.parse(outcome.body), outcome }
}

const onBase = 'uniswap-v3:eip155:8453'

test.each(['USDT', 'USDC'])('without any contract, the peg of %s is judged by the feed and the pool', async (symbol) => {
  const { data, outcome } = await ask(symbol, { usdt: 1.0002, usdc: 1.0002 })
  expect(outcome.charge).toBe(true)
  expect(data).toMatchObject({ depeg: false, depegReason: null, deviationBps: expect.closeTo(2, 0) })
  expect(data.prices.map(({ origin }) => origin)).toEqual(['chainlink', onBase])
})

// What docs/chain-prices.md says in its table.
test.each<[string, string, Scene, { price?: number; depeg?: boolean | null; because?: string | null; refused?: string }]>([
  [
    'a pool that is moved for one block',
    'USDT',
    {
      inPool: [
        [1, 10_000],
        [2, 700],
        [1, 698],
      ],
    },
    { price: 1, depeg: false },
  ],
  [
    'a pool that is being moved in this block',
    'USDT',
    {
      inPool: [
        [1, 10_000],
        [2, 1],
      ],
    },
    { price: 1, depeg: null, because: 'one_source' },
  ],
  [
    'a pool that is moved for an hour',
    'USDT',
    {
      inPool: [
        [1, 10_000],
        [0.7, 3_600],
      ],
    },
    { refused: 'sources_disagree' },
  ],
  ['a frozen feed', 'USDT', { feedAgo: 3_000 }, { price: 1, depeg: null, because: 'one_source' }],
  ['a coin that lost its peg', 'USDT', { usdt: 0.93 }, { price: 0.93, depeg: true }],
  ['a coin whose feed alone says that it lost its peg', 'USDT', { usdt: 0.93, inPool: [[1, 10_000]] }, { refused: 'sources_disagree' }],
  ['USDC that lost its peg', 'USDC', { usdc: 0.9 }, { price: 0.9, depeg: true }],
  ['USDC whose feed is wrong', 'USDC', { usdc: 0.9, inPool: [[1, 10_000]] }, { refused: 'sources_disagree' }],
  ['another pegged coin that lost its peg', 'USDC', { usdt: 0.8 }, { price: 1, depeg: false }],
])('%s: %s', async (_, symbol, scene, { price, depeg, because = null, refused }) => {
  const { data, meta, outcome } = await ask(symbol, scene)
  if (refused !== undefined) {
    expect(outcome).toMatchObject({ charge: false, reason: refused })
    expect(data).toMatchObject({ priceUsd: null, deviationBps: null, depeg: null })
    expect(data.prices).toHaveLength(2)
    expect(meta.missing).toEqual(expect.arrayContaining(['priceUsd', 'deviationBps', 'depeg']))
    return
  }
  const quiet = await ask(symbol)
  expect(outcome.charge).toBe(true)
  expect(Number(data.priceUsd)).toBeCloseTo(price ?? 0, 3)
  expect([data.depeg, data.depegReason]).toEqual([depeg, because])
  if (because === null) expect(meta.confidence).toBe(quiet.meta.confidence)
  else expect(meta.confidence).toBeLessThan(quiet.meta.confidence)
})
