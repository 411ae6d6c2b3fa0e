import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestSources } from '../../../sandbox/upstreams/open-test-sources.ts'
import type { TestSources } from '../../../sandbox/upstreams/open-test-sources.ts'
import { createCatalog, productLines } from '../../catalog.ts'
import { checkOffers } from '../../check-offers.ts'
import { answer, dailyQuota, fixedPrice, offer } from '../../offer.ts'
import type { AnyOffer, OfferContext } from '../../offer.ts'
import { marketPrice } from '../market/price.ts'
import { dataDoors } from './data-doors.ts'
import { energy } from './energy.ts'
import { fx } from './fx.ts'
import { macro } from './macro.ts'

let world: TestSources | null = null
afterEach(async () => {
  await world?.close()
  world = null
})
async function open(...settings: Parameters<typeof openTestSources>): Promise<TestSources> {
  world = await openTestSources(...settings)
  return world
}

async function ask({ sources, clock }: TestSources, offers: readonly AnyOffer[]) {
  const context = { sources, clock, chains: new Map(), catalogue: { offers }, publicUrl: 'https://here.example' } as unknown as OfferContext
  return dataDoors.answer.parse((await dataDoors.run({ path: {}, query: {}, body: {} }, context)).body)
}

test('is declared as the catalog wants it, and free', () => {
  expect(checkOffers([dataDoors])).toEqual([])
  expect(dataDoors.access.kind).toBe('free')
})

test('tells of a door its price, parameters, freshness, coverage, licences and an example', async () => {
  const { doors, simulated } = await ask(await open(), [dataDoors, marketPrice, fx])
  expect([doors.map(({ id }) => id), simulated]).toEqual([['data-fx'], true])
  expect(doors[0]).toMatchObject({
    url: 'https://here.example/v1/data/fx/{base}/{quote}',
    access: 'fixed',
    price: { usd: '0.0015', baseUnits: '1500' },
    available: true,
    freshness: { oldestHours: 144 },
    coverage: expect.stringContaining('1999-01-04'),
    example: { url: 'https://here.example/v1/data/fx/USD/GBP?date=2026-10-04' },
  })
  expect(doors[0]?.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ['base', 'path', true],
    ['quote', 'path', true],
    ['date', 'query', false],
  ])
  expect(doors[0]?.sources.map(({ id, licence, resale, enabled }) => [id, licence, resale, enabled])).toEqual([
    ['ecb', 'Free reuse with citation of the source', 'open', true],
    ['ecb-data', 'Free reuse with citation of the source', 'open', true],
    ['frankfurter', 'ECB reference rates: free reuse with citation of the source', 'open', true],
    ['vatcomply', 'VATcomply terms of service', 'contract', true],
  ])
})

test('lists the indicators and the zones, those only that can be had', async () => {
  const valuesOf = async (opened: TestSources, name: string) => {
    const { doors } = await ask(opened, [energy, macro])
    return doors
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
  const { simulated, doors } = await ask(live, [energy])
  expect([simulated, doors[0]?.sources.filter(({ enabled }) => enabled).map(({ id }) => id)]).toEqual([undefined, ['energy-charts']])
})

test('says of a door that it is not available while it is down', async () => {
  const { doors } = await ask(await open(), [fx, { ...energy, available: () => 'down' }])
  expect(doors.map(({ id, available }) => [id, available])).toEqual([
    ['data-fx', true],
    ['data-energy', false],
  ])
})

test('a door that says nothing of itself is there all the same, with the sources of its example', async () => {
  const plain = offer({
    id: 'plain',
    route: 'GET /v1/data/plain/{name}',
    access: dailyQuota('0.01'),
    title: 'Plain',
    purpose: 'Says nothing of itself.',
    path: z.object({ name: z.string() }),
    answer: z.looseObject({}),
    example: { path: { name: 'a b' }, answer: { meta: { sources: [{ id: 'kraken' }, { id: 'nobody' }, { id: 7 }] } } },
    run: () => Promise.resolve(answer({})),
  })
  const bare = {
    ...plain,
    id: 'bare',
    template: '/v1/data/bare/{name}',
    access: fixedPrice('0.02'),
    example: { path: { name: 'x' }, answer: {} },
  }
  const { doors } = await ask(await open(), [plain, bare])
  expect(doors.map(({ id, access, coverage, freshness }) => [id, access, coverage, freshness])).toEqual([
    ['plain', 'daily-quota', null, null],
    ['bare', 'fixed', null, null],
  ])
  expect(doors.map(({ sources }) => sources.map(({ id }) => id))).toEqual([['kraken'], []])
  expect(doors[0]?.example.url).toBe('https://here.example/v1/data/plain/a%20b')
})

test('every door that is for sale tells where its data comes from', async () => {
  const opened = await open()
  const settings = { discovery: { freeCallsPerDay: 25, protocols: ['x402'] }, settlementFees: { basisPoints: 50n, fixedEurCents: 10n } }
  const { offers } = createCatalog(productLines(settings), { sources: opened.sources, chains: new Map() })
  const { doors } = await ask(opened, offers)
  expect(doors.map(({ id }) => id)).toEqual(expect.arrayContaining(['data-fx', 'data-energy', 'data-macro', 'data-security']))
  for (const { id, sources, freshness, coverage, example } of doors) {
    expect(sources.length, id).toBeGreaterThan(0)
    expect([freshness !== null, coverage !== null, example.url.includes('{')], id).toEqual([true, true, false])
  }
})
