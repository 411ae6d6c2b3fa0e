import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { systemRandom, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { ecbData } from '../fx/ecb-data.ts'
import { eurostat } from './eurostat.ts'
import { fred } from './fred.ts'
import { worldBank } from './world-bank.ts'
import { createSources } from '../../../src/sources/sources.ts'
import { areaOf } from './countries.ts'
import { findSeries } from './find-series.ts'
import { indicatorOf } from './indicators.ts'
import { memoryStore } from '../../../src/store/sqlite/store.fixture.ts'

const closers: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const now = Date.parse('2026-11-21T12:00:00Z')
const signal = new AbortController().signal

/** The three sources, each with one answer to everything. */
async function sourcesThatSay(answers: {
  ecb?: string
  eurostat?: object | ((url: string) => object)
  worldBank?: object
  status?: number
}) {
  const server = createServer((request, response) => {
    const [, id] = (request.url ?? '').split('/')
    response.writeHead(answers.status ?? 200)
    response.end(
      id === 'ecb-data'
        ? answers.ecb
        : JSON.stringify(
            id === 'eurostat'
              ? typeof answers.eurostat === 'function'
                ? (answers.eurostat as (url: string) => object)(request.url ?? '')
                : answers.eurostat
              : answers.worldBank,
          ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ids = ['ecb-data', 'eurostat', 'world-bank'] as const
  const sources = createSources({
    baseUrls: Object.fromEntries(ids.map((id) => [id, `${origin}/${id}`])),
    simulated: false,
    accepted: new Set(),
    disabled: new Set(),
    limits: { attempts: { retries: 0, backoffMs: 1 } },
    store: memoryStore({ clock: { now: () => now }, timers: systemTimers, log: silentLog, metrics: silentMetrics }),
    clock: { now: () => now },
    timers: systemTimers,
    random: systemRandom,
    log: silentLog,
    metrics: silentMetrics,
  })
  closers.push(
    () => sources.close(),
    () => {
      server.closeAllConnections()
      server.close()
    },
  )
  const asked = {
    ecbData: sources.declare(ecbData, {}),
    eurostat: sources.declare(eurostat, {}),
    worldBank: sources.declare(worldBank, {}),
    fred: sources.declare(fred, {}),
  }
  return (indicator: string, country = 'DE') => findSeries(asked, indicatorOf(indicator)!.series(areaOf(country)!), now, signal)
}

const csv = (...rows: string[]) =>
  ['KEY,FREQ,REF_AREA,TIME_PERIOD,OBS_VALUE,TITLE', ...rows.map((row) => `HICP.M.DE,M,DE,${row},"Germany, all items"`), ''].join('\r\n')
const jsonStat = (values: Record<string, number>) => ({
  version: '2.0',
  class: 'dataset',
  updated: '2026-11-18T11:00:00+0200',
  value: Object.fromEntries(Object.values(values).map((value, index) => [index, value])),
  id: ['geo', 'time'],
  size: [1, Object.keys(values).length],
  dimension: {
    geo: { category: { index: { DE: 0 } } },
    time: { category: { index: Object.fromEntries(Object.keys(values).map((period, index) => [period, index])) } },
  },
})
const rows = (...values: [string, number | null][]) => [
  { page: 1, pages: 1, lastupdated: '2026-09-30' },
  values.map(([date, value]) => ({ date, value })),
]

test('the euro area of 20 members is named where the series of 21 has not begun', async () => {
  const eurostat = (url: string) =>
    url.includes('geo=EA21') ? { error: [{ status: 200, id: 100, label: 'NO_RESULTS' }] } : jsonStat({ '2026-08': 6.2, '2026-09': 6.1 })
  const find = await sourcesThatSay({ eurostat })
  expect((await find('unemployment', 'EA'))?.value).toMatchObject({
    ref: { key: expect.stringContaining('geo=EA20'), definition: expect.stringContaining('euro area of 20 members') },
    series: { observations: { length: 2 } },
  })
})

describe('the ECB', () => {
  test('is read by the names of its columns, without days that have no figure', async () => {
    const find = await sourcesThatSay({ ecb: csv('2026-09,2.4', '2026-08,2.2', '2026-10,', '2026-07,NaN') })
    expect((await find('hicp'))?.value).toMatchObject({
      ref: { source: 'ecb-data' },
      series: {
        observations: [
          { period: '2026-07', value: null },
          { period: '2026-08', value: '2.2' },
          { period: '2026-09', value: '2.4' },
        ],
      },
    })
  })

  test('whose series has ended is skipped for one that is continued', async () => {
    const ended = csv('2025-11,2.2', '2025-12,2.0')
    const find = await sourcesThatSay({ ecb: ended, eurostat: jsonStat({ '2026-09': 2.3, '2026-10': 2.5 }) })
    expect(await find('hicp')).toMatchObject({
      value: { ref: { source: 'eurostat' }, series: { observations: { length: 2 } } },
      fallback: true,
    })
    const nobody = await sourcesThatSay({ ecb: ended, eurostat: jsonStat({ '2025-12': 2.0 }) })
    expect(await nobody('hicp')).toBeNull()
  })

  test('may leave a key rate unchanged for years', async () => {
    const find = await sourcesThatSay({ ecb: csv('2022-07-27,0.5', '2016-03-16,-1.5E-1') })
    expect((await find('key-rate'))?.value.series.observations).toEqual([
      { period: '2016-03-16', value: '-0.15' },
      { period: '2022-07-27', value: '0.5' },
    ])
  })

  test.each([
    ['a row that is cut off', csv('2026-09,2.4').slice(0, -30)],
    ['a figure that is none', csv('2026-09,high')],
    ['a period that is none', csv('2026-13,2.4')],
    ['no figure at all', csv('2026-09,', '2026-08,NaN')],
    ['another table', 'a,b\r\n1,2\r\n'],
    ['a web page', '<html><body>Checking, your browser</body></html>'],
  ])('that gives %s gives garbage', async (_, ecb) => {
    const find = await sourcesThatSay({ ecb, eurostat: { class: 'nothing' } })
    await expect(find('hicp')).rejects.toMatchObject({ code: expect.stringMatching(/^garbage_/) })
  })
})

describe('Eurostat', () => {
  test('lists a month before it has a figure', async () => {
    const find = await sourcesThatSay({ eurostat: { ...jsonStat({ '2026-09': 6.1, '2026-10': 0 }), value: { 0: 6.1 } } })
    expect((await find('unemployment'))?.value.series.observations).toEqual([{ period: '2026-09', value: '6.1' }])
  })

  test.each([
    ['nothing found, with status 200', { error: [{ status: 200, id: 100, label: 'NO_RESULTS' }] }, 200],
    ['nothing found', { error: [{ status: 404, id: 100, label: 'ERR_NOT_FOUND_4: X is not available for dissemination.' }] }, 404],
    ['an empty table', { ...jsonStat({ '2026-09': 1 }), value: {} }, 200],
  ])('that has %s has no such series', async (_, eurostat, status) => {
    expect(await (await sourcesThatSay({ eurostat, status }))('budget-balance')).toBeNull()
  })

  test.each([
    ['a query that it does not like', { error: [{ status: 400, id: 150, label: 'ERR' }] }, 400, 'rejected_400'],
    ['a fault of its own', { error: [{ status: 200, id: 500, label: 'ERR' }] }, 200, 'rejected_500'],
    [
      'an answer for later',
      { warning: { status: 413, label: 'ASYNCHRONOUS_RESPONSE. Your request will be treated asynchronously.' } },
      200,
      'rejected_503',
    ],
    [
      'two series at once',
      {
        ...jsonStat({ '2026-09': 1 }),
        size: [2, 1],
        value: [1, 2],
        dimension: { geo: { category: { index: ['DE', 'FR'] } }, time: { category: { index: ['2026-09'] } } },
      },
      200,
      'garbage_wrong_shape',
    ],
    ['periods that are none', jsonStat({ soon: 1 }), 200, 'garbage_wrong_shape'],
  ])('that gives %s has failed', async (_, eurostat, status, code) => {
    await expect((await sourcesThatSay({ eurostat, status }))('budget-balance')).rejects.toMatchObject({ code })
  })
})

describe('the World Bank', () => {
  test('is read with the oldest figure first', async () => {
    const find = await sourcesThatSay({ worldBank: rows(['2025', 3.5], ['2024', null], ['2023', 1e-7]) })
    expect((await find('inflation', 'US'))?.value.series).toEqual({
      observations: [
        { period: '2023', value: '0.0000001' },
        { period: '2024', value: null },
        { period: '2025', value: '3.5' },
      ],
      updatedAt: Date.parse('2026-09-30'),
    })
  })

  test.each([
    ['does not know the country', [{ message: [{ id: '120', key: 'Invalid value', value: 'x' }] }]],
    ['has archived the indicator', [{ message: [{ id: '175', key: 'Invalid format', value: 'x' }] }]],
    ['has no rows', [{ page: 0, pages: 0, total: 0, lastupdated: null }, null]],
  ])('that %s has no such series', async (_, worldBank) => {
    expect(await (await sourcesThatSay({ worldBank }))('gdp', 'US')).toBeNull()
  })

  test('says with status 200 that it is out of order', async () => {
    const find = await sourcesThatSay({ worldBank: [{ message: [{ id: '105', key: 'Service currently unavailable', value: 'x' }] }] })
    await expect(find('gdp', 'US')).rejects.toMatchObject({ code: 'rejected_503' })
  })
})
