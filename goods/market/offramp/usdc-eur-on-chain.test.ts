import { type MarketTest, offramp, openMarket } from '../market.fixture.ts'
import { afterEach, expect, test } from 'vitest'
import { usdPerEurAt } from '../../../sandbox/market/exchange-rates.ts'
import { localMarket } from '../../../src/chain/prices/local-market.fixture.ts'
import { systemClock } from '../../../src/ops/system.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'

const market = localMarket()
const [estimate] = offramp({ fees: { basisPoints: 50n, fixedEurCents: 10n } })
let opened: MarketTest | null = null
afterEach(async () => {
  await opened?.close()
  opened = null
})

/** The dollars for a euro on the sandbox's market, near what its ECB says. */
const eur = usdPerEurAt(systemClock.now())

/**
 * A live service without contracts, on a chain with feeds of USDC and the euro, and a pool of EURC.
 * @param settings `before`: a wild price for a block, as a factor, so many seconds ago; `now`: the same in this block
 */
async function live({ feed = eur, feedAgo = 60, pool = eur, depth = 300_000, usdc = 1, before = [1, 0], now = 1 } = {}) {
  const [dollar, euro, inPool] = [await market.feed('USDC'), await market.feed('EUR'), await market.pool('EURC')]
  await dollar.prices([usdc, 60])
  await euro.prices([feed, feedAgo])
  const [wild = 1, ago = 0] = before
  const block: (readonly [number, number])[] =
    ago === 0
      ? []
      : [
          [pool * wild, ago],
          [pool, ago - 2],
        ]
  await inPool.prices([pool, 10_000], ...block, ...(now === 1 ? [] : [[pool * now, 1] as const]))
  await inPool.deepen(depth, pool)
  const chainPrices = await market.prices({ feeds: [dollar.place, euro.place], pools: [inPool.place] })
  opened = await openMarket({ simulated: false, accepted: new Set(), chainPrices })
  return opened
}

async function ask({ sources, clock }: MarketTest, amount: string) {
  expect(estimate.available({ sources, chains: new Map() })).toBe('available')
  const context = { sources, clock, signal: new AbortController().signal } as unknown as OfferContext
  const outcome = await estimate.run({ path: {}, query: estimate.query!.parse({ amount }), body: {} }, context)
  return { outcome, ...estimate.answer.parse(outcome.body) }
}

test('without any contract, an amount is sold to the pool of EURC, held against the feeds and the ECB', async () => {
  const { data, meta, outcome } = await ask(await live(), '100')
  expect(outcome.charge).toBe(true)
  expect(data.eurRate).toBeCloseTo((1 / eur) * 0.9995, 3)
  expect(data).toMatchObject({ depth: 'covered', coveredUsdc: '100', simulated: false })
  expect(data.venues.map(({ id }) => id).toSorted()).toEqual(['chainlink', 'uniswap-v3'])
  expect(data.venues.find(({ id }) => id === 'chainlink')).toMatchObject({ rate: null, coveredUsdc: null })
  expect(meta.sources.map(({ id }) => id).toSorted()).toEqual(['chainlink', 'ecb', 'uniswap-v3'])
})

test('a large amount pays for the slippage of the pool, and one that the pool does not take is not charged', async () => {
  const world = await live()
  const [small, large] = [await ask(world, '100'), await ask(world, '150000')]
  expect(large.outcome.charge).toBe(true)
  // Half of the way to 2 %, on average: 0.5 %.
  expect(Math.abs(large.data.eurRate! / small.data.eurRate! - 0.995)).toBeLessThan(0.001)
  const all = await ask(world, '400000')
  expect(all.outcome).toMatchObject({ charge: false, reason: 'depth_partly' })
  expect(Number(all.data.coveredUsdc) / 300_000).toBeCloseTo(1, 2)
})

// What docs/chain-prices.md says in its table.
test.each<[string, Parameters<typeof live>[0], 'right' | 'refused' | 'no_live_rate']>([
  ['a pool that was moved for one block', { before: [2, 700] }, 'right'],
  ['a pool that is being moved in this block', { now: 2 }, 'no_live_rate'],
  ['a pool that was moved for an hour', { pool: eur * 1.03 }, 'refused'],
  ['a frozen feed of the euro', { feedAgo: 3_000 }, 'no_live_rate'],
  ['a USDC that lost its peg: pool and feeds are too far from the reference rate', { usdc: 0.9, pool: eur / 0.9 }, 'refused'],
  ['feeds and a pool that are too far from the reference rate', { feed: eur * 1.05, pool: eur * 1.05 }, 'refused'],
])('%s', async (_, settings, expected) => {
  const world = await live(settings)
  if (expected === 'refused') return expect(ask(world, '100')).rejects.toMatchObject({ code: 'upstream_unavailable' })
  const { outcome, data } = await ask(world, '100')
  if (expected === 'right') {
    expect(outcome.charge).toBe(true)
    expect(data.eurRate).toBeCloseTo((1 / eur) * 0.9995, 3)
  } else {
    expect(outcome).toMatchObject({ charge: false, reason: 'no_live_rate' })
    expect(data).toMatchObject({ simulated: true, midRate: null })
  }
})

test('where the networks have no pool of EURC there is no such offer', async () => {
  const [dollar, euro] = [await market.feed('USDC'), await market.feed('EUR')]
  const chainPrices = await market.prices({ feeds: [dollar.place, euro.place] })
  const { sources } = (opened = await openMarket({ simulated: false, accepted: new Set(), chainPrices }))
  expect(estimate.available({ sources, chains: new Map() })).toBe('disabled')
})
