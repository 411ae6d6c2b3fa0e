import { afterEach, expect, test } from 'vitest'
import { openTestSources, type TestSources } from '../../../sandbox/upstreams/open-test-sources.ts'
import { localMarket } from '../../chain/prices/local-market.fixture.ts'
import type { OfferContext } from '../../offers/offer.ts'
import { stablecoins } from './stablecoins.ts'

const market = localMarket()
let opened: TestSources | null = null
afterEach(async () => {
  await opened?.close()
  opened = null
})

/** A live service without contracts, on a chain with feeds of USDC and USDT and a pool of both, at these prices in dollars. */
async function ask(symbol: string, { usdt, inPool = usdt }: { usdt: number; inPool?: number }) {
  const [usdc, tether] = [await market.feed('USDC'), await market.feed('USDT')]
  await usdc.prices([1, 60])
  await tether.prices([usdt, 60])
  const pool = await market.pool('USDT')
  await pool.prices([inPool, 10_000])
  await pool.deepen(1_000_000, inPool)
  const chainPrices = await market.prices({ feeds: [usdc.place, tether.place], pools: [pool.place] })
  opened = await openTestSources({ simulated: false, accepted: new Set(), chainPrices })
  const { sources, clock } = opened
  const offer = stablecoins()
  expect(offer.available({ sources, chains: new Map() })).toBe('available')
  const context = { sources, chains: new Map(), clock, signal: new AbortController().signal } as unknown as OfferContext
  const outcome = await offer.run({ path: { symbol }, query: {}, body: {} }, context)
  expect(outcome.charge).toBe(true)
  return offer.answer.parse(outcome.body)
}

test('without any contract, the peg is judged by the feed and the pool', async () => {
  const { data } = await ask('USDT', { usdt: 1.0002 })
  expect(data).toMatchObject({ depeg: false, depegReason: null, deviationBps: expect.closeTo(2, 0) })
  expect(data.prices.map(({ source, origin }) => `${source} ${origin}`)).toEqual([
    'chainlink chainlink',
    'uniswap-v3 uniswap-v3:eip155:8453',
  ])
})

test('a coin that lost its peg is told where both see it, and not where only one does', async () => {
  expect((await ask('USDT', { usdt: 0.93 })).data).toMatchObject({ depeg: true, depegReason: null, deviationBps: expect.closeTo(-700, -1) })
  await opened?.close()
  expect((await ask('USDT', { usdt: 1, inPool: 0.93 })).data).toMatchObject({ depeg: null, depegReason: 'sources_disagree' })
})

test('a coin with a feed and no pool has one source, which tells no depeg', async () => {
  expect((await ask('USDC', { usdt: 1 })).data).toMatchObject({ priceUsd: '1', depeg: null, depegReason: 'one_source' })
})
