import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { declareLineSources, openTestSources } from '../../sandbox/upstreams/open-test-sources.ts'
import type { TestSources } from '../../sandbox/upstreams/open-test-sources.ts'
import { createCatalog } from '../offers/catalog.ts'
import { describedOffers } from '../../test/described-offers.ts'
import { checkOffers } from '../offers/check-offers.ts'
import { answer, dailyQuota, fixedPrice, offer } from '../offers/offer.ts'
import type { AnyOffer, OfferContext } from '../offers/offer.ts'
import { marketPrice } from '../../goods/market/market.fixture.ts'
import { datasets } from './datasets.ts'
import { describedOffers as dataOffersDescribed, dataOffers, dataSources } from '../../goods/data/data.fixture.ts'
import { anyOf } from '../offers/sources-needed.ts'

const { fx, macro } = dataOffersDescribed
const energyOver = (opened: TestSources) => dataOffers({ sources: dataSources(opened), simulated: true }).energy

let world: TestSources | null = null
afterEach(async () => {
  await world?.close()
  world = null
})
async function open(...settings: Parameters<typeof openTestSources>): Promise<TestSources> {
  world = await openTestSources(...settings)
  await declareLineSources(world)
  return world
}

async function ask({ sources, clock }: TestSources, offers: readonly AnyOffer[]) {
  const context = { sources, clock, chains: new Map(), catalog: { offers }, publicUrl: 'https://here.example' } as unknown as OfferContext
  return datasets.answer.parse((await datasets.run({ path: {}, query: {}, body: {} }, context)).body)
}

test('has a valid declaration, and free', () => {
  expect(checkOffers([datasets])).toEqual([])
  expect(datasets.access.kind).toBe('free')
})

test('describes a dataset: price, parameters, freshness, coverage, licences and an example', async () => {
  const { datasets: found, meta } = await ask(await open(), [datasets, marketPrice, fx])
  expect([found.map(({ id }) => id), meta.simulated]).toEqual([['data-fx'], true])
  expect(found[0]).toMatchObject({
    url: 'https://here.example/v1/data/fx/{base}/{quote}',
    access: 'fixed',
    price: { usd: '0.0015', baseUnits: '1500' },
    available: true,
    freshness: { maxAgeHours: 144 },
    coverage: expect.stringContaining('1999-01-04'),
    example: { url: 'https://here.example/v1/data/fx/USD/GBP?date=2026-10-04&amount=250' },
  })
  expect(found[0]?.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ['base', 'path', true],
    ['quote', 'path', true],
    ['date', 'query', false],
    ['from', 'query', false],
    ['to', 'query', false],
    ['amount', 'query', false],
  ])
  expect(found[0]?.sources.map(({ id, licence, resale, enabled }) => [id, licence, resale, enabled])).toEqual([
    ['ecb', 'Free reuse with citation of the source', 'open', true],
    ['ecb-data', 'Free reuse with citation of the source', 'open', true],
    ['frankfurter', 'ECB reference rates: free reuse with citation of the source', 'open', true],
    ['vatcomply', 'VATcomply terms of service', 'contract', true],
  ])
})

test('lists only those indicators and zones that are available', async () => {
  const valuesOf = async (opened: TestSources, name: string) => {
    const { datasets: found } = await ask(opened, [energyOver(opened), macro])
    return found
      .flatMap(({ parameters }) => parameters)
      .find((one) => one.name === name)
      ?.values?.map(({ id }) => id)
  }
  const sandbox = await open()
  expect(await valuesOf(sandbox, 'indicator')).toEqual(expect.arrayContaining(['key-rate', 'hicp', 'unemployment', 'gdp-growth', 'debt']))
  expect(await valuesOf(sandbox, 'zone')).toEqual(expect.arrayContaining(['DE-LU', 'FR', 'EE', 'FI']))
  expect(await valuesOf(sandbox, 'country')).toBeUndefined()
  await sandbox.close()
  const live = await open({ simulated: false, accepted: new Set() })
  const zones = await valuesOf(live, 'zone')
  expect([zones?.length, zones?.includes('EE')]).toEqual([15, false])
  const { meta, datasets: found } = await ask(live, [energyOver(live)])
  expect([meta.simulated, found[0]?.sources.filter(({ enabled }) => enabled).map(({ id }) => id)]).toEqual([false, ['energy-charts']])
})

test('says that a dataset is not available while it is down', async () => {
  const opened = await open()
  const { datasets: found } = await ask(opened, [fx, { ...energyOver(opened), available: () => 'down' }])
  expect(found.map(({ id, available }) => [id, available])).toEqual([
    ['data-fx', true],
    ['data-energy', false],
  ])
})

test('lists an offer without dataset facts too, with the sources that it needs', async () => {
  const plain = offer({
    id: 'plain',
    route: 'GET /v1/data/plain/{name}',
    access: dailyQuota('0.01'),
    title: 'Plain',
    purpose: 'Says nothing of itself.',
    path: z.object({ name: z.string() }),
    answer: z.looseObject({}),
    example: { path: { name: 'a b' }, answer: {} },
    needs: { sources: [anyOf({ kraken: ['price'], nobody: [] })] },
    run: () => Promise.resolve(answer({})),
  })
  const bare = {
    ...plain,
    id: 'bare',
    template: '/v1/data/bare/{name}',
    access: fixedPrice('0.02'),
    example: { path: { name: 'x' }, answer: {} },
    needs: {},
  }
  const { datasets: found } = await ask(await open(), [plain, bare])
  expect(found.map(({ id, access, coverage, freshness }) => [id, access, coverage, freshness])).toEqual([
    ['plain', 'daily-quota', null, null],
    ['bare', 'fixed', null, null],
  ])
  expect(found.map(({ sources }) => sources.map(({ id }) => id))).toEqual([['kraken'], []])
  expect(found[0]?.example.url).toBe('https://here.example/v1/data/plain/a%20b')
})

test('every dataset for sale names its sources', async () => {
  const opened = await open()
  const settings = {
    discovery: { freeCallsPerDay: 25, protocols: ['x402'], networks: [], playMoney: false },
  }
  const { offers } = createCatalog(await describedOffers(settings), { sources: opened.sources, chains: new Map() })
  const { datasets: found } = await ask(opened, offers)
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(['data-fx', 'data-energy', 'data-macro', 'data-security']))
  for (const { id, sources, freshness, coverage, example } of found) {
    expect(sources.length, id).toBeGreaterThan(0)
    expect([freshness !== null, coverage !== null, example.url.includes('{')], id).toEqual([true, true, false])
  }
})
