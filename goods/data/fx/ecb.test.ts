import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { systemRandom, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { ecb } from './ecb.ts'
import { createSources } from '../../../src/sources/sources.ts'
import { memoryStore } from '../../../src/store/sqlite/store.fixture.ts'

const closers: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function ecbThatSays(body: string, at: string) {
  let now = Date.parse(at)
  let requests = 0
  const file = { body }
  const server = createServer((_, response) => {
    requests++
    response.end(file.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sources = createSources({
    baseUrls: { ecb: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    simulated: false,
    accepted: new Set(),
    disabled: new Set(),
    limits: { attempts: { retries: 0, backoffMs: 1 } },
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
  return {
    ...sources.declare(ecb, {}),
    file,
    requests: () => requests,
    moveTo: (text: string) => void (now = Date.parse(text)),
  }
}

const xml = (date: string, rows = "<Cube currency='USD' rate='1.1225'/><Cube currency='JPY' rate='172.41'/>", head = '') =>
  `<?xml version="1.0"?>${head}<gesmes:Envelope xmlns:gesmes="a" xmlns="b"><Cube><Cube time='${date}'>${rows}</Cube></Cube></gesmes:Envelope>`

test('rates keep the decimal strings of the file, with the time of the fix', async () => {
  const { daily } = await ecbThatSays(xml('2026-10-02'), '2026-10-02T15:00:00Z')
  const { value, source } = await daily.get('')
  expect(value).toEqual({ date: '2026-10-02', perEur: { USD: '1.1225', JPY: '172.41' } })
  expect(source).toMatchObject({
    asOf: '2026-10-02T14:00:00.000Z',
    attribution: 'Source: European Central Bank, euro foreign exchange reference rates',
  })
})

test('is fresh until the next fix is published, over the weekend too', async () => {
  const { daily, requests, moveTo } = await ecbThatSays(xml('2026-10-02'), '2026-10-02T15:00:00Z')
  await daily.get('')
  moveTo('2026-10-05T14:14:59Z')
  expect((await daily.get('')).source.cache).toBe('hit')
  expect(requests()).toBe(1)
  moveTo('2026-10-05T14:15:00Z')
  expect((await daily.get('')).source.cache).toBe('miss')
})

test('is requested every few minutes while the next fix is late, and not fresh for longer', async () => {
  const { daily, file, requests, moveTo } = await ecbThatSays(xml('2026-10-02'), '2026-10-05T14:16:00Z')
  await daily.get('')
  moveTo('2026-10-05T14:20:59Z')
  await daily.get('')
  expect(requests()).toBe(1)
  file.body = xml('2026-10-05')
  moveTo('2026-10-05T14:21:00Z')
  expect((await daily.get('')).source.cache).toBe('hit')
  await expect.poll(async () => (await daily.get('')).value.date).toBe('2026-10-05')
  expect(requests()).toBe(2)
})

test('the first caller after a late fix waits for it', async () => {
  const { daily, file, moveTo } = await ecbThatSays(xml('2026-10-02'), '2026-10-05T14:16:00Z')
  await daily.get('')
  file.body = xml('2026-10-05')
  moveTo('2026-10-05T14:31:00Z')
  expect((await daily.get('')).value.date).toBe('2026-10-05')
})

test('an old file is served as stale for six days', async () => {
  const { daily, file, moveTo } = await ecbThatSays(xml('2026-10-02'), '2026-10-02T15:00:00Z')
  await daily.get('')
  file.body = 'gone'
  moveTo('2026-10-08T13:59:00Z')
  expect((await daily.get('')).source.cache).toBe('stale')
  moveTo('2026-10-08T14:00:00Z')
  await expect(daily.get('')).rejects.toMatchObject({ code: expect.stringMatching(/^garbage_/) })
})

test.each([
  ['a document type with entities', xml('2026-10-02', '&x;', '<!DOCTYPE a [<!ENTITY x "y">]>')],
  ['a date to come', xml('2026-10-09')],
  ['a date that is none', xml('2026-13-45')],
  ['a rate of zero', xml('2026-10-02', "<Cube currency='USD' rate='0.0000'/><Cube currency='JPY' rate='1'/>")],
  ['a negative rate', xml('2026-10-02', "<Cube currency='USD' rate='-1.1'/><Cube currency='JPY' rate='1'/>")],
  ['a rate that is no number', xml('2026-10-02', "<Cube currency='USD' rate='N/A'/><Cube currency='JPY' rate='1'/>")],
  ['a rate with an exponent', xml('2026-10-02', "<Cube currency='USD' rate='1e308'/><Cube currency='JPY' rate='1'/>")],
  ['no rates', xml('2026-10-02', '')],
  ['tags that never close', '<Cube>'.repeat(5_000)],
  ['a web page', '<html><body>Service unavailable</body></html>'],
])('%s is refused', async (_, body) => {
  const { daily } = await ecbThatSays(body, '2026-10-02T15:00:00Z')
  await expect(daily.get('')).rejects.toMatchObject({ code: expect.stringMatching(/^garbage_/) })
})

describe('the file of the last 90 days', () => {
  const day = (date: string, rate: string) =>
    `<Cube time="${date}"><Cube currency="USD" rate="${rate}"/><Cube currency="JPY" rate="172"/></Cube>`
  const long = (...days: string[]) =>
    `<?xml version="1.0"?><gesmes:Envelope xmlns:gesmes="a"><Cube>${days.join('')}</Cube></gesmes:Envelope>\n`

  test('is read with the newest day first, in any order of the file', async () => {
    const { recent } = await ecbThatSays(
      long(day('2026-09-30', '1.1'), day('2026-10-02', '1.3'), day('2026-10-01', '1.2')),
      '2026-10-02T15:00:00Z',
    )
    const { value, source } = await recent.get('')
    expect(value.map(({ date, perEur }) => [date, perEur['USD']])).toEqual([
      ['2026-10-02', '1.3'],
      ['2026-10-01', '1.2'],
      ['2026-09-30', '1.1'],
    ])
    expect(source.asOf).toBe('2026-10-02T14:00:00.000Z')
    expect(source.url).toMatch(/\/eurofxref-hist-90d\.xml$/)
  })

  test.each([
    ['cut off between two days', long(day('2026-10-02', '1.3')).replace('</Cube></gesmes:Envelope>', '')],
    ['with a day to come', long(day('2026-10-02', '1.3'), day('2026-10-09', '1.3'))],
    ['with a rate of zero', long(day('2026-10-02', '0.0'))],
    ['with a day that is none', long(day('2026-02-30', '1.3'))],
    ['with entities', long(day('2026-10-02', '1.3')).replace('1.3', '&x;')],
    ['with a document type inside of a day', long(day('2026-10-02', '1.3').replace('<Cube c', '<!DOCTYPE a [<!ENTITY x "1">]><Cube c'))],
    ['of more days than three months have', long(...Array.from({ length: 101 }, () => day('2026-10-02', '1.3')))],
    ['without a day', long()],
    ['that is a web page', '<html><body>Service unavailable</body></html>'],
  ])('%s is refused', async (_, body) => {
    const { recent } = await ecbThatSays(body, '2026-10-02T15:00:00Z')
    await expect(recent.get('')).rejects.toMatchObject({ code: expect.stringMatching(/^garbage_/) })
  })
})
