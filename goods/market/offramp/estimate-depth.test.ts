import { type MarketTest, offramp, openMarket } from '../market.fixture.ts'
import { afterEach, expect, test } from 'vitest'
import { UpstreamGarbage } from '../../../src/net/upstream-errors.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { settlementEstimate } from './estimate.ts'
import { usdcAmount } from './usdc-amount.ts'

const [estimate] = offramp({ fees: { basisPoints: 50n, fixedEurCents: 10n } })

/** A Tuesday morning. The figures below are those of the sandbox's market at this time. */
const startAt = Date.parse('2026-10-06T09:30:00Z')

let world: MarketTest | null = null
afterEach(async () => {
  await world?.close()
  world = null
})
async function open(): Promise<MarketTest> {
  world = await openMarket({ startAt })
  return world
}

function run({ sources, clock }: MarketTest, amount: string) {
  const context = { sources, clock, signal: new AbortController().signal } as unknown as OfferContext
  return estimate.run({ path: {}, query: { amount: usdcAmount.parse(amount) }, body: {} }, context)
}

async function ask(opened: MarketTest, amount: string) {
  const outcome = await run(opened, amount)
  expect(outcome.charge).toBe(true)
  return settlementEstimate.parse(outcome.body)
}

test('a large amount gets the price of the order books that take it, slippage included', async () => {
  const opened = await open()
  const [small, large] = [await ask(opened, '1000'), await ask(opened, '1000000')]
  // Kraken, Bitstamp and Bitvavo do not want so much. Coinbase wants 52,000 at 0.8827, then 208,000, 390,000 and 650,000 at 0.0002 less each:
  // 0.8827 - (208 * 0.0002 + 390 * 0.0004 + 350 * 0.0006) / 1000 = 0.8822924.
  expect(large.data).toMatchObject({ depth: 'covered', coveredUsdc: '1000000', eurRate: 0.8822924, grossEurAmount: '882292.40' })
  expect(large.data.venues).toEqual([
    { id: 'kraken', bid: '0.88256', ask: '0.88275', rate: null, coveredUsdc: '900000' },
    { id: 'coinbase', bid: '0.88270', ask: '0.88291', rate: '0.8822924', coveredUsdc: '1000000' },
    { id: 'bitstamp', bid: '0.88273', ask: '0.88312', rate: null, coveredUsdc: '240000' },
    { id: 'bitvavo', bid: '0.88279', ask: '0.88291', rate: null, coveredUsdc: '60000' },
  ])
  // The large one costs more by what it moves the price, less the fixed fee that weighs on the small one.
  expect(Number(large.data.totalCostBps)).toBeGreaterThan(50 + ((0.8828275 - 0.8822924) / 0.8828275) * 10_000 - 1)
  expect(small.data.eurRate).toBe(0.882715)
})

test('an amount that no order book takes has no net, says how much would have one, and is not charged', async () => {
  const outcome = await run(await open(), '10000000')
  expect(outcome).toMatchObject({ charge: false, reason: 'depth_partly' })
  const { data, meta } = settlementEstimate.parse(outcome.body)
  expect(data).toMatchObject({ depth: 'partly', coveredUsdc: '2600000' })
  expect([data.eurRate, data.grossEurAmount, data.svcFeeEur, data.svcFeeUsdc, data.netEurAmount, data.totalCostBps]).toEqual(
    Array.from({ length: 6 }, () => null),
  )
  expect(data.midRate).not.toBeNull()
  expect(meta.missing).toEqual(['eurRate', 'svcFeeUsdc', 'svcFeeEur', 'grossEurAmount', 'netEurAmount', 'totalCostBps'])
})

test('the covered amount of that answer is one that is covered', async () => {
  const opened = await open()
  expect((await ask(opened, '2600000')).data).toMatchObject({ depth: 'covered', coveredUsdc: '2600000' })
  expect((await run(opened, '2600000.000001')).charge).toBe(false)
})

test('a venue without an order book counts for the mid rate only; without any order book nothing is charged', async () => {
  const opened = await open()
  const refuse = () => Promise.reject(new UpstreamGarbage('wrong_shape'))
  const { kraken, coinbase, bitstamp, bitvavo } = opened.sources
  const blind = <V extends { depth: object }>(venue: V): V => ({ ...venue, depth: { ...venue.depth, get: refuse } })
  const one = { ...opened, sources: { ...opened.sources, kraken: blind(kraken) } }
  const { data } = await ask(one, '100')
  expect(data.venues[0]).toEqual({ id: 'kraken', bid: '0.88256', ask: '0.88275', rate: null, coveredUsdc: null })
  // The median of 0.8827, 0.88273 and 0.88279.
  expect(data.eurRate).toBe(0.88273)
  const blindAll = { kraken: blind(kraken), coinbase: blind(coinbase), bitstamp: blind(bitstamp), bitvavo: blind(bitvavo) }
  const none = await run({ ...opened, sources: { ...opened.sources, ...blindAll } }, '100')
  expect(none).toMatchObject({ charge: false, reason: 'depth_unknown' })
  expect(settlementEstimate.parse(none.body).data).toMatchObject({ depth: 'unknown', netEurAmount: null, coveredUsdc: null })
})
