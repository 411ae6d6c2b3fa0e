import { afterEach, describe, expect, test } from 'vitest'
import { hurried } from '../../../sandbox/upstreams/open-test-sources.ts'
import { checkOffers } from '../../../src/offers/check-offers.ts'
import { priceOf } from '../../../src/offers/offer.ts'
import { defaultLimits } from '../../../src/sources/policy/create-source.ts'
import { frankfurtDay, frankfurtMoment, shiftDay } from '../../../src/sources/formats/frankfurt-time.ts'
import { contextAt, describedOffers, openData, type DataTest } from '../data.fixture.ts'
import { startStopwatch } from '../../../test/support/stopwatch.ts'

const { energy } = describedOffers

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

async function ask({ offers, clock }: DataTest, zone = 'DE-LU', date?: string, windowMinutes = '180') {
  const outcome = await offers.energy.run({ path: { zone }, query: { date, windowMinutes }, body: {} }, contextAt({ clock }))
  expect(outcome.charge).toBe(true)
  return energy.answer.parse(outcome.body)
}

const from = async (opened: DataTest, zone: string, date: string) => {
  const { data, meta } = await ask(opened, zone, date)
  return [data.source, meta.sources[0]?.cache, meta.degraded, data.resolutionMinutes, data.prices.length]
}

/** Lets time pass until this hour of the present day in Central European Time, or of the next one. */
function passUntil(opened: DataTest, hour: number, minute = 0): string {
  const now = opened.clock.now()
  const today = frankfurtDay(now)
  const at = frankfurtMoment(today, hour, minute)
  const day = at > now ? today : shiftDay(today, 1)
  opened.pass(frankfurtMoment(day, hour, minute) - now)
  return day
}

test('has a valid declaration', () => {
  expect(checkOffers([energy])).toEqual([])
  expect([energy.access.kind, priceOf(energy)]).toEqual(['fixed', 1_500n])
})

test.each([
  ['ES', /^The prices of ES are not sold: .*OMIE grants no right to resell them/, undefined],
  ['pt', /^The prices of PT are not sold/, undefined],
  ['SE3', /private and internal use only/, undefined],
  ['DK', /^DK has several bidding zones/, 'DK1 or DK2'],
  ['XX', /^No bidding zone of this name is offered/, undefined],
])('%s is refused with the reason, without a request', async (zone, detail, expected) => {
  const opened = await open()
  const refusal = {
    code: 'unknown_zone',
    message: expect.stringMatching(detail),
    options: { field: 'path.zone', ...(expected && { expected }) },
  }
  await expect(ask(opened, zone, '2026-10-05')).rejects.toMatchObject(refusal)
  expect(opened.upstreams.requests('energy-charts')).toBe(0)
})

test.each([
  ['DE', 'DE-LU'],
  ['fr', 'FR'],
  ['it', 'IT-North'],
])('%s is another name of %s', async (name, zone) => {
  expect((await ask(await open(), name)).data.zone).toBe(zone)
})

test('answers every quarter hour of today, the statistics and the cheapest window', async () => {
  const opened = await open()
  const { success, data, meta } = await ask(opened)
  expect(success).toBe(true)
  expect(data).toMatchObject({ zone: 'DE-LU', date: frankfurtDay(opened.clock.now()), unit: 'EUR/MWh', source: 'energy-charts' })
  expect(data.prices[0]?.startsAt).toBe(new Date(frankfurtMoment(data.date, 0, 0)).toISOString())
  const prices = data.prices.map(({ price }) => Number(price))
  expect([Number(data.min.price), Number(data.max.price)]).toEqual([Math.min(...prices), Math.max(...prices)])
  expect(data.prices.find(({ startsAt }) => startsAt === data.min.startsAt)?.price).toBe(data.min.price)
  expect(Number(data.mean)).toBeCloseTo(prices.reduce((sum, price) => sum + price, 0) / prices.length, 3)
  const { cheapestWindow } = data
  expect(Date.parse(cheapestWindow?.endsAt ?? '') - Date.parse(cheapestWindow?.startsAt ?? '')).toBe(3 * 3_600_000)
  expect(Number(cheapestWindow?.mean)).toBeLessThan(Number(data.mean))
  expect(meta).toMatchObject({ degraded: false, missing: [], simulated: true })
})

describe('days', () => {
  test.each([
    ['2026-03-29', 92],
    ['2026-10-25', 100],
    ['2026-10-05', 96],
    ['2025-03-30', 23],
    ['2024-10-27', 25],
  ])('%s has %i prices', async (date, count) => {
    const { data } = await ask(await open(), 'FR', date, '15')
    expect([data.prices.length, data.resolutionMinutes]).toEqual([count, count > 25 ? 15 : 60])
    expect(data.prices.at(-1)?.startsAt).toBe(
      new Date(frankfurtMoment(shiftDay(date, 1), 0, 0) - data.resolutionMinutes * 60_000).toISOString(),
    )
  })

  test('tomorrow is available from the afternoon; before that no source is asked', async () => {
    const opened = await open()
    const tomorrow = shiftDay(passUntil(opened, 12, 30), 1)
    await expect(ask(opened, 'DE-LU', tomorrow)).rejects.toMatchObject({ code: 'no_data', status: 404 })
    expect(opened.upstreams.requests('energy-charts')).toBe(0)
    opened.pass(20 * 60_000)
    expect((await ask(opened, 'DE-LU', tomorrow)).data.date).toBe(tomorrow)
    for (const date of [shiftDay(tomorrow, 1), '9999-12-31', '2014-12-31'])
      await expect(ask(opened, 'DE-LU', date)).rejects.toMatchObject({ code: 'no_data' })
    expect(opened.upstreams.requests('energy-charts')).toBe(1)
  })

  test('prices fetched before tomorrow’s are published are fetched again when they may be', async () => {
    const opened = await open()
    const today = passUntil(opened, 10)
    await ask(opened, 'DE-LU', today)
    opened.pass(3 * 3_600_000)
    await ask(opened, 'DE-LU', shiftDay(today, 1))
    await ask(opened, 'DE-LU', today)
    expect(opened.upstreams.requests('energy-charts')).toBe(2)
  })
})

test('a gap is null and named, and no window spans it', async () => {
  const { data, meta } = await ask(await open(), 'SI', '2026-10-05', '1440')
  const gap = data.prices.findIndex(({ price }) => price === null)
  expect(gap).toBeGreaterThan(0)
  expect(data.cheapestWindow).toBeNull()
  expect([meta.missing, meta.degraded]).toEqual([[`prices[${gap}].price`, 'cheapestWindow'], true])
})

describe('zones', () => {
  test('are found by their name in any case, or by a country that is one zone; an unknown zone is a 404 without a request', async () => {
    const opened = await open()
    expect((await ask(opened, 'it-north', '2026-10-05')).data.zone).toBe('IT-North')
    expect((await ask(opened, 'de', '2026-10-05')).data.zone).toBe('DE-LU')
    for (const zone of ['GB', 'DK', 'ES', 'XX-YY', 'constructor']) {
      await expect(ask(opened, zone, '2026-10-05')).rejects.toMatchObject({ code: 'unknown_zone', status: 404 })
    }
    expect(opened.upstreams.requests('energy-charts')).toBe(2)
  })

  test('of the Baltic come from Elering, all in one request, and live only with its contract', async () => {
    const opened = await open()
    for (const zone of ['EE', 'FI', 'LV', 'LT']) expect((await from(opened, zone, '2026-10-05'))[0]).toBe('elering')
    expect(opened.upstreams.requests('elering')).toBe(1)
    await opened.close()
    const live = await open({ simulated: false, accepted: new Set() })
    await expect(ask(live, 'EE', '2026-10-05')).rejects.toMatchObject({ code: 'unknown_zone' })
    expect(live.upstreams.requests('elering') + live.upstreams.requests('energy-charts')).toBe(0)
    const offered = live.offers.energy.dataset?.values?.()['zone']?.map(({ id }) => id)
    expect([offered?.includes('DE-LU'), offered?.includes('EE')]).toEqual([true, false])
  })
})

test('500 calls at once make one upstream request', async () => {
  const opened = await open()
  await Promise.all(Array.from({ length: 500 }, (_, index) => ask(opened, 'FR', '2026-10-05', String(15 * (1 + (index % 96))))))
  expect(opened.upstreams.requests('energy-charts')).toBe(1)
})

describe('when sources fail', () => {
  test('aWATTar answers for Germany and Austria with hours', async () => {
    for (const mode of ['outage', 'error', 'rate-limited', 'slow', 'garbage'] as const) {
      const opened = await open(mode === 'slow' ? { limits: hurried } : {})
      opened.upstreams.setMode('energy-charts', mode)
      expect(await from(opened, 'DE-LU', '2026-10-05'), mode).toEqual(['awattar-de', 'miss', true, 60, 24])
      expect(await from(opened, 'AT', '2026-03-29'), mode).toEqual(['awattar-at', 'miss', true, 60, 23])
      await opened.close()
    }
    world = null
  })

  test('a third zone within a minute is answered by the fallback, or is a 503 that says when to try again', async () => {
    const opened = await open()
    await ask(opened, 'FR', '2026-10-05')
    await ask(opened, 'NL', '2026-10-05')
    expect((await from(opened, 'DE-LU', '2026-10-05'))[0]).toBe('awattar-de')
    await expect(ask(opened, 'BE', '2026-10-05')).rejects.toMatchObject({
      code: 'upstream_unavailable',
      status: 503,
      options: { retryAfter: expect.any(Number) },
    })
    opened.pass(60_000)
    expect((await from(opened, 'BE', '2026-10-05'))[0]).toBe('energy-charts')
  })

  test('with all sources stopped, settled prices still serve for a while, and the rest is a 503', async () => {
    const opened = await open()
    await ask(opened, 'DE-LU', '2026-10-05')
    opened.setAll('outage')
    opened.pass(7 * 86_400_000 + 3_600_000)
    expect(await from(opened, 'DE-LU', '2026-10-05')).toEqual(['energy-charts', 'stale', true, 15, 96])
    opened.pass(24 * 3_600_000)
    await expect(ask(opened, 'DE-LU', '2026-10-05')).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })

  test('with all sources slow, a call ends before its deadline', async () => {
    expect(2 * defaultLimits.budgetMs).toBeLessThan(energy.deadlineMs - 1_000)
    const opened = await open({ limits: { timeoutMs: 100, budgetMs: 150 } })
    opened.setAll('slow')
    const elapsed = startStopwatch()
    await expect(ask(opened)).rejects.toMatchObject({ code: 'upstream_unavailable' })
    expect(elapsed()).toBeLessThan(2 * 150 + 8_000)
  })
})

test('the length of the window is a multiple of a quarter hour, and three hours by default', () => {
  expect(energy.query?.parse({})).toEqual({ windowMinutes: '180' })
  for (const windowMinutes of ['15', '90', '1440']) expect(energy.query?.safeParse({ windowMinutes }).success).toBe(true)
  for (const windowMinutes of ['0', '10', '1455', '9000', '-15', '15.0', 'x', '']) {
    expect(energy.query?.safeParse({ windowMinutes }).success).toBe(false)
  }
})
