import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { systemRandom, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { energyCharts } from './energy-charts.ts'
import { deliveryDay } from './day-prices.ts'
import { createSources } from '../../../src/sources/sources.ts'
import { memoryStore } from '../../../src/store/sqlite/store.fixture.ts'

const closers: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const open = 'CC BY 4.0 (creativecommons.org/licenses/by/4.0) from Bundesnetzagentur | SMARD.de'

function document(days: readonly string[], changes: object = {}) {
  const seconds = days.flatMap((day) => {
    const { start, end } = deliveryDay(day)
    return Array.from({ length: (end - start) / 900_000 }, (_, index) => start / 1000 + index * 900)
  })
  return { license_info: open, unix_seconds: seconds, price: seconds.map(() => 94.87), unit: 'EUR / MWh', deprecated: false, ...changes }
}

/** An upstream that says this, at a moment that can be put forward. */
async function energyChartsThatSays(status: number, body: unknown, at = '2026-10-05T08:00:00Z') {
  let now = Date.parse(at)
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sources = createSources({
    baseUrls: { 'energy-charts': `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    simulated: false,
    accepted: new Set(),
    disabled: new Set(),
    clock: { now: () => now },
    timers: systemTimers,
    random: systemRandom,
    log: silentLog,
    metrics: silentMetrics,
    store: memoryStore({ clock: { now: () => now }, timers: systemTimers, log: silentLog, metrics: silentMetrics }),
  })
  closers.push(
    () => sources.close(),
    () => {
      server.closeAllConnections()
      server.close()
    },
  )
  return { ...sources.declare(energyCharts, {}), asked, pass: (ms: number) => void (now += ms) }
}

test('a request for today includes yesterday and tomorrow', async () => {
  const { days, asked } = await energyChartsThatSays(200, document(['2026-10-04', '2026-10-05', '2026-10-06']))
  const { value, source } = await days.get('DE-LU 2026-10-05')
  expect(value).toMatchObject({
    day: '2026-10-05',
    restricted: false,
    prices: { resolutionMinutes: 15, prices: { length: 96, 0: '94.87' } },
  })
  expect(source).toMatchObject({ licence: 'CC BY 4.0', url: expect.stringMatching(/\/price\?bzn=DE-LU&start=2026-10-04&end=2026-10-06$/) })
  expect((await days.get('DE-LU 2026-10-04')).source.cache).toBe('hit')
  expect((await days.get('DE-LU 2026-10-06')).source.cache).toBe('hit')
  expect(asked).toEqual(['/price?bzn=DE-LU&start=2026-10-04&end=2026-10-06'])
})

test('a request for an earlier day includes its month, and callers at the same time share it', async () => {
  const march = Array.from({ length: 31 }, (_, index) => `2026-03-${String(index + 1).padStart(2, '0')}`)
  const { days, asked } = await energyChartsThatSays(200, document(march))
  const lengths = await Promise.all(march.map(async (day) => (await days.get(`FR ${day}`)).value.prices?.prices.length))
  expect(lengths).toEqual(march.map((day) => (day === '2026-03-29' ? 92 : 96)))
  expect(asked).toEqual(['/price?bzn=FR&start=2026-03-01&end=2026-03-31'])
})

test('sends at most two requests a minute, and says how long to wait', async () => {
  const { days, source, asked, pass } = await energyChartsThatSays(200, document(['2026-10-05']))
  await days.get('DE-LU 2026-10-05')
  await days.get('FR 2026-10-05')
  pass(20_000)
  expect(source.ready()).toBe(false)
  await expect(days.get('NL 2026-10-05')).rejects.toMatchObject({ code: 'unreachable_paused', retryAfterMs: 40_000 })
  expect(source.state()).toMatchObject({ breaker: 'closed', lastError: null })
  pass(40_000)
  await days.get('NL 2026-10-05')
  expect(asked).toHaveLength(3)
})

test('a failed request is not repeated at once', async () => {
  const { days, asked } = await energyChartsThatSays(500, { detail: 'Internal Server Error' })
  await expect(days.get('DE-LU 2026-10-05')).rejects.toMatchObject({ code: 'rejected_500' })
  expect(asked).toHaveLength(1)
})

describe('the licence decides', () => {
  test.each([
    [open, false],
    ['CC BY 4.0', false],
    ['The data provided herein is for private and internal use only.', true],
    ['CC BY-NC 4.0 (creativecommons.org/licenses/by-nc/4.0)', true],
    ['CC BY-ND 4.0', true],
    ['', true],
  ])('%j', async (licence, restricted) => {
    const { days } = await energyChartsThatSays(200, document(['2026-10-05'], { license_info: licence }))
    const { value } = await days.get('DE-LU 2026-10-05')
    expect([value.restricted, value.prices === null]).toEqual([restricted, restricted])
  })
})

test('an empty answer means no prices, not a failure', async () => {
  const { days, source } = await energyChartsThatSays(404, { detail: 'no content available' })
  expect((await days.get('DE-LU 2026-10-05')).value).toEqual({ day: '2026-10-05', prices: null, restricted: false })
  expect(source.state().breaker).toBe('closed')
})

describe('garbage is', () => {
  test.each([
    ['an answer without a licence', { license_info: undefined }],
    ['more moments than prices', { price: [1, 2] }],
    ['a price beyond all bounds', { price: document(['2026-10-05']).price.map(() => 1e9) }],
    ['a price that is text', { price: document(['2026-10-05']).price.map(String) }],
    ['another unit', { unit: 'ct / kWh' }],
    [
      'moments in milliseconds that fall beside the day’s quarters',
      { unix_seconds: [deliveryDay('2026-10-05').start / 1000 + 7], price: [1] },
    ],
  ])('%s', async (_, changes) => {
    const { days } = await energyChartsThatSays(200, document(['2026-10-05'], changes))
    await expect(days.get('DE-LU 2026-10-05')).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
  })
})
