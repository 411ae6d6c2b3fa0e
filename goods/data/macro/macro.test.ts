import { afterEach, describe, expect, test } from 'vitest'
import { hurried } from '../../../sandbox/upstreams/open-test-sources.ts'
import { checkOffers } from '../../../src/offers/check-offers.ts'
import { priceOf } from '../../../src/offers/offer.ts'
import { defaultLimits } from '../../../src/sources/policy/create-source.ts'
import { areaOf } from './countries.ts'
import { indicators } from './indicators.ts'
import { contextAt, describedOffers, openData, type DataTest } from '../data.fixture.ts'
import { startStopwatch } from '../../../test/support/stopwatch.ts'

const { macro } = describedOffers

let world: DataTest | null = null
afterEach(async () => {
  await world?.close()
  world = null
})
/** Long enough for a machine that has other things to do; what is about slowness sets its own. */
const limits = { timeoutMs: 3_000, budgetMs: 3_500, attempts: { retries: 2, backoffMs: 1 } }
async function open(settings: Parameters<typeof openData>[0] = {}): Promise<DataTest> {
  world = await openData({ limits, ...settings })
  return world
}

async function ask({ offers, clock }: DataTest, country: string, indicator: string, query: { frequency?: 'monthly' | 'annual' } = {}) {
  const outcome = await offers.macro.run({ path: { country, indicator }, query, body: {} }, contextAt({ clock }))
  expect(outcome.charge).toBe(true)
  return macro.answer.parse(outcome.body)
}

const from = async (opened: DataTest, country: string, indicator: string) => {
  const { data, meta } = await ask(opened, country, indicator)
  return [data.source, meta.sources[0]?.cache, meta.degraded, data.frequency]
}

test('has a valid declaration', () => {
  expect(checkOffers([macro])).toEqual([])
  expect([macro.access.kind, priceOf(macro)]).toEqual(['fixed', 1_500n])
})

test('the latest figure, those before it, and what is measured', async () => {
  const opened = await open()
  const { success, data, meta } = await ask(opened, 'de', 'unemployment')
  expect(success).toBe(true)
  expect(data).toMatchObject({
    country: 'DE',
    countryName: 'Germany',
    indicator: 'unemployment',
    unit: 'per cent of the labour force',
    frequency: 'monthly',
    series: 'une_rt_m?freq=M&s_adj=SA&age=TOTAL&sex=T&unit=PC_ACT&geo=DE',
    source: 'eurostat',
  })
  expect(data.history).toHaveLength(14)
  expect(data.history.at(-1)).toEqual({ period: data.period, value: data.value })
  expect(data.history.at(-2)).toEqual(data.previous)
  expect(Number(data.change)).toBeCloseTo(Number(data.value) - Number(data.previous?.value), 6)
  expect(meta).toMatchObject({
    degraded: false,
    missing: [],
    simulated: true,
    sources: [{ id: 'eurostat', observedAt: '2026-10-02T09:00:00.000Z' }],
  })
})

test('the key rate is the ECB’s, with the days from which it changed', async () => {
  const opened = await open()
  const { data } = await ask(opened, 'EA', 'key-rate')
  expect(data).toMatchObject({
    countryName: 'Euro area',
    frequency: 'on change',
    period: '2025-06-11',
    value: '2',
    change: '-1',
    definition: 'ECB deposit facility rate, by the day from which it is valid',
    source: 'ecb-data',
  })
  expect((await ask(opened, 'HR', 'deposit-rate')).data.value).toBe('2')
  expect((await ask(opened, 'EA', 'refinancing-rate')).data.value).toBe('2.15')
  for (const country of ['PL', 'EU']) {
    await expect(ask(opened, country, 'key-rate')).rejects.toMatchObject({ code: 'no_data', status: 404 })
  }
})

test('without the ECB its key rate comes from FRED, with the same days, as that of the United States always does', async () => {
  const opened = await open()
  const { data: own } = await ask(opened, 'EA', 'key-rate')
  await opened.close()
  const other = await open()
  other.upstreams.setMode('ecb-data', 'outage')
  const { data, meta } = await ask(other, 'EA', 'key-rate')
  const { period, previous, change, history, definition } = own
  // FRED writes 3.00 where the ECB writes 3.
  const plain = <T extends { value: string | null } | null>(one: T) => one && { ...one, value: String(Number(one.value)) }
  expect({ ...data, previous: plain(data.previous), history: data.history.map(plain) }).toMatchObject({
    period,
    previous,
    change,
    history,
    definition,
    source: 'fred',
  })
  expect(meta.degraded).toBe(true)
  expect((await ask(other, 'US', 'key-rate')).data).toMatchObject({
    period: '2025-09-18',
    value: '4.25',
    series: 'DFEDTARU',
    source: 'fred',
  })
})

describe('the freshest figure comes first', () => {
  test.each([
    ['DE', 'inflation', 'monthly', 'ecb-data'],
    ['PL', 'inflation', 'monthly', 'ecb-data'],
    ['EU', 'inflation', 'monthly', 'eurostat'],
    ['US', 'inflation', 'annual', 'world-bank'],
    ['FR', 'gdp-growth', 'quarterly', 'eurostat'],
    ['IT', 'debt', 'quarterly', 'eurostat'],
  ])('%s %s is %s', async (country, indicator, frequency, source) => {
    const { data, meta } = await ask(await open(), country, indicator)
    expect([data.frequency, data.source, meta.degraded]).toEqual([frequency, source, false])
    if (frequency === 'monthly') expect(data.period).toMatch(/^\d{4}-\d\d$/)
  })

  test('a caller may ask for annual figures, and a frequency without figures is refused with those that have some', async () => {
    const opened = await open()
    const { data } = await ask(opened, 'DE', 'inflation', { frequency: 'annual' })
    expect(data).toMatchObject({ frequency: 'annual', source: 'world-bank', period: expect.stringMatching(/^\d{4}$/) })
    await expect(ask(opened, 'DE', 'debt', { frequency: 'monthly' })).rejects.toMatchObject({
      code: 'no_data',
      options: { field: 'query.frequency', expected: 'quarterly or annual' },
    })
  })

  test('with the monthly sources down the annual figure says what it is', async () => {
    const opened = await open()
    for (const id of ['ecb-data', 'eurostat']) opened.upstreams.setMode(id, 'outage')
    const { data, meta } = await ask(opened, 'DE', 'inflation')
    expect([data.frequency, data.definition, meta.degraded]).toEqual([
      'annual',
      'National consumer prices, change of the mean of the year',
      true,
    ])
  })
})

describe('every indicator of the catalog', () => {
  const places = ['DE', 'GR', 'PL', 'EA', 'EU', 'US', 'GB', 'XK'].map((code) => areaOf(code)!)

  test('answers for every area that it covers, from the first choice of source', async () => {
    const opened = await open()
    let answered = 0
    for (const indicator of indicators) {
      for (const area of places.filter((one) => indicator.series(one).length > 0)) {
        const { data, meta } = await ask(opened, area.code, indicator.id)
        expect([data.source, meta.degraded, meta.missing], `${indicator.id} ${area.code}`).toEqual([
          indicator.series(area)[0]?.source,
          false,
          [],
        ])
        answered++
      }
    }
    expect(answered).toBeGreaterThan(70)
  })

  test('has more than one source in the euro area wherever two measure the same', async () => {
    const several = indicators.filter(({ series }) => series(areaOf('DE')!).length > 1).map(({ id }) => id)
    expect(several).toEqual([
      'key-rate',
      'refinancing-rate',
      'deposit-rate',
      'lending-rate',
      'overnight-rate',
      'long-rate',
      'hicp',
      'inflation',
      'unemployment',
      'gdp-growth',
      'gdp-growth-quarterly',
      'debt',
    ])
  })
})

describe('unknown are', () => {
  test.each([
    ['DE', 'happiness', 'unknown_indicator'],
    ['QQ', 'gdp', 'unknown_country'],
    ['UN', 'gdp', 'unknown_country'],
    ['US', 'hicp', 'no_data'],
    ['AQ', 'gdp', 'no_data'],
  ])('%s %s: %s', async (country, indicator, code) => {
    const opened = await open()
    await expect(ask(opened, country, indicator)).rejects.toMatchObject({ code, status: 404 })
    expect(opened.upstreams.requests('world-bank')).toBe(code === 'no_data' && country === 'AQ' ? 1 : 0)
  })

  test('other codes of a country are not', async () => {
    const opened = await open()
    expect((await ask(opened, 'EL', 'hicp')).data.country).toBe('GR')
    expect((await ask(opened, 'uk', 'gdp')).data).toMatchObject({ country: 'GB', countryName: 'United Kingdom' })
  })
})

test('500 calls at once make one upstream request', async () => {
  const opened = await open()
  await Promise.all(Array.from({ length: 500 }, () => ask(opened, 'FR', 'hicp')))
  expect(opened.upstreams.requests('ecb-data')).toBe(1)
})

describe('when sources fail', () => {
  test.each([
    ['FR', 'hicp', 'ecb-data', 'eurostat', 'monthly'],
    ['FR', 'unemployment', 'eurostat', 'ecb-data', 'monthly'],
    ['FR', 'gdp-growth', 'eurostat', 'ecb-data', 'quarterly'],
    ['EU', 'gdp-growth', 'eurostat', 'world-bank', 'annual'],
  ])('%s %s: after %s comes %s', async (country, indicator, first, second, frequency) => {
    for (const mode of ['outage', 'error', 'rate-limited', 'slow', 'garbage'] as const) {
      const opened = await open(mode === 'slow' ? { limits: hurried } : {})
      opened.upstreams.setMode(first, mode)
      expect(await from(opened, country, indicator), mode).toEqual([second, 'miss', true, frequency])
      await opened.close()
    }
    world = null
  })

  test('with all sources stopped, old figures serve for two days, labelled stale, and then it is a 503', async () => {
    const opened = await open()
    await ask(opened, 'FR', 'hicp')
    opened.setAll('outage')
    opened.pass(47 * 3_600_000)
    expect(await from(opened, 'FR', 'hicp')).toEqual(['ecb-data', 'stale', true, 'monthly'])
    opened.pass(2 * 3_600_000)
    await expect(ask(opened, 'FR', 'hicp')).rejects.toMatchObject({ code: 'upstream_unavailable', status: 503 })
  })

  test('with all sources slow, a call ends before its deadline', async () => {
    const most = Math.max(...indicators.map(({ series }) => series(areaOf('DE')!).length))
    expect(most * defaultLimits.budgetMs).toBeLessThan(macro.deadlineMs - 1_000)
    const opened = await open({ limits: { timeoutMs: 100, budgetMs: 150 } })
    opened.setAll('slow')
    const elapsed = startStopwatch()
    await expect(ask(opened, 'FR', 'gdp-growth')).rejects.toMatchObject({ code: 'upstream_unavailable' })
    expect(elapsed()).toBeLessThan(4 * 150 + 8_000)
  })
})

test('in live mode it needs no contract', async () => {
  const opened = await open({ simulated: false, accepted: new Set() })
  expect(macro.available({ sources: opened.sources, chains: new Map() })).toBe('available')
  const { meta } = await ask(opened, 'US', 'population')
  expect([meta.simulated, meta.sources[0]?.licence]).toEqual([false, 'CC BY 4.0'])
})
