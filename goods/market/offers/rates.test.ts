import { type MarketTest, marketRates, openMarket } from '../market.fixture.ts'
import { afterEach, expect, test } from 'vitest'
import { figuresOf } from '../../../sandbox/market/coin-figures.ts'
import { coinNamed } from '../../../sandbox/market/coins.ts'
import { ratesAt, usdPerEurAt } from '../../../sandbox/market/exchange-rates.ts'
import type { Venue } from '../../../sandbox/market/venues.ts'
import { ratesOfMarket } from '../../data/sandbox/reference-rates.ts'
import { checkOffers } from '../../../src/offers/check-offers.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'

const ratesOn = ratesOfMarket({ ratesAt })

let world: MarketTest | null = null
afterEach(async () => {
  await world?.close()
  world = null
})
async function open(...settings: Parameters<typeof openMarket>): Promise<MarketTest> {
  world = await openMarket(...settings)
  return world
}

async function ask({ sources, clock }: MarketTest) {
  const context = { sources, clock, signal: new AbortController().signal } as unknown as OfferContext
  return marketRates.answer.parse((await marketRates.run({ path: {}, query: {}, body: {} }, context)).body)
}

/** The price of the sandbox's market at this moment, as a source gives it. */
const priceNow = ({ clock }: MarketTest, id: string, venue: Venue) => figuresOf(coinNamed(id), venue, clock.now()).price

test('has a valid declaration, and free', () => {
  expect(checkOffers([marketRates])).toEqual([])
  expect(marketRates.access.kind).toBe('free')
})

test('gives crypto and FX rates, each with its own time, in two upstream requests', async () => {
  const opened = await open()
  const { rates, meta } = await ask(opened)
  const price = priceNow(opened, 'bitcoin', 'coingecko')
  expect(rates.crypto['BTC']).toMatchObject({
    usd: String(price),
    eur: String(Number((price / usdPerEurAt(opened.clock.now())).toPrecision(8))),
    source: 'coingecko',
    observedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  for (const ticker of ['BTC', 'ETH', 'USDC', 'EURC', 'SOL', 'POL']) expect(Number(rates.crypto[ticker]?.eur)).toBeGreaterThan(0)
  const { date = '' } = rates.fx['USD'] ?? {}
  expect(rates.fx['USD']).toEqual({ perEur: ratesOn(date)['USD'], date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), source: 'ecb' })
  expect(Object.keys(rates.fx).length).toBeGreaterThan(25)
  expect(meta).toMatchObject({ degraded: false, missing: [], simulated: true })
  expect([meta.simulated, meta.sources.map((one) => one.id)]).toEqual([true, ['coingecko', 'ecb']])
  await ask(opened)
  expect([opened.upstreams.requests('coingecko'), opened.upstreams.requests('ecb')]).toEqual([1, 1])
})

test('if one half is down, the other still answers, and the missing half is named', async () => {
  const opened = await open()
  for (const id of ['coingecko', 'coinpaprika', 'defillama-coins']) opened.upstreams.setMode(id, 'outage')
  const withoutCrypto = await ask(opened)
  expect([withoutCrypto.rates.crypto, withoutCrypto.meta.missing, withoutCrypto.meta.degraded]).toEqual([{}, ['rates.crypto'], true])
  await opened.close()
  const other = await open()
  for (const id of ['ecb', 'frankfurter', 'vatcomply']) other.upstreams.setMode(id, 'garbage')
  const withoutFx = await ask(other)
  expect([withoutFx.rates.fx, withoutFx.meta.missing]).toEqual([{}, ['rates.fx']])
})

test('each half has fallbacks: other lists for dollars, and relays for the ECB’s rates', async () => {
  const opened = await open()
  opened.upstreams.setMode('coingecko', 'rate-limited')
  opened.upstreams.setMode('ecb', 'outage')
  const first = await ask(opened)
  expect(first.rates.crypto['BTC']).toMatchObject({
    usd: String(priceNow(opened, 'bitcoin', 'coinpaprika')),
    eur: null,
    source: 'coinpaprika',
    observedAt: expect.stringMatching(/^\d{4}-/),
  })
  const { date = '' } = first.rates.fx['USD'] ?? {}
  // It writes numbers, without the zeros at the end.
  expect(first.rates.fx['USD']).toMatchObject({ perEur: String(Number(ratesOn(date)['USD'])), source: 'frankfurter' })
  expect(first.meta).toMatchObject({ degraded: true, missing: expect.arrayContaining(['rates.crypto.BTC.eur']) })
  expect(first.meta.sources.map((one) => one.id)).toEqual(['coinpaprika', 'frankfurter'])
  opened.pass(301_000)
  opened.upstreams.setMode('coinpaprika', 'rate-limited')
  const second = await ask(opened)
  const usd = String(priceNow(opened, 'usd-coin', 'defillama'))
  expect(second.rates.crypto['USDC']).toMatchObject({ usd, eur: null, source: 'defillama-coins' })
  expect(['coingecko', 'coinpaprika', 'defillama-coins'].map((id) => opened.upstreams.requests(id))).toEqual([2, 2, 1])
})

test('with all sources down, old rates serve within their bounds: crypto five minutes, FX six days; then 503', async () => {
  const opened = await open()
  await ask(opened)
  opened.setAll('outage')
  opened.pass(290_000)
  expect((await ask(opened)).meta.sources.map((one) => one.cache)).toEqual(['stale', 'hit'])
  opened.pass(20_000)
  expect((await ask(opened)).meta.missing).toEqual(['rates.crypto'])
  opened.pass(7 * 86_400_000)
  await expect(ask(opened)).rejects.toMatchObject({ code: 'upstream_unavailable' })
})

test('live and without any contract it is available with FX alone', async () => {
  const opened = await open({ simulated: false, accepted: new Set() })
  expect(marketRates.available({ sources: opened.sources, chains: new Map() })).toBe('available')
  const { rates, meta } = await ask(opened)
  expect([Object.keys(rates.crypto).length, meta.simulated]).toEqual([0, false])
  await opened.close()
  const off = await open({ disabled: new Set(['ecb', 'frankfurter', 'vatcomply', 'coingecko', 'coinpaprika', 'defillama-coins']) })
  expect(marketRates.available({ sources: off.sources, chains: new Map() })).toBe('disabled')
})
