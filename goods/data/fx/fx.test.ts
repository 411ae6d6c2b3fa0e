import { afterEach, describe, expect, test } from 'vitest'
import { ratesAt } from '../../../sandbox/market/exchange-rates.ts'
import { ratesOfMarket } from '../sandbox/reference-rates.ts'
import { checkOffers } from '../../../src/offers/check-offers.ts'
import { priceOf } from '../../../src/offers/offer.ts'
import { defaultLimits } from '../../../src/sources/policy/create-source.ts'
import { frankfurtDay, isWeekend, shiftDay } from '../../../src/sources/formats/frankfurt-time.ts'
import { contextAt, describedOffers, openData, type DataTest } from '../data.fixture.ts'
import { startStopwatch } from '../../../test/support/stopwatch.ts'

/** A Tuesday morning. The figures below are those of the sandbox's market at this time. */
const startAt = Date.parse('2026-10-06T09:30:00Z')

const { fx } = describedOffers
const ratesOn = ratesOfMarket({ ratesAt })

let world: DataTest | null = null
afterEach(async () => {
  await world?.close()
  world = null
})
/** Long enough for a machine that has other things to do; what is about slowness sets its own. */
const limits = { timeoutMs: 3_000, budgetMs: 3_500, attempts: { retries: 2, backoffMs: 1 } }
async function open(settings: Parameters<typeof openData>[0] = {}): Promise<DataTest> {
  world = await openData({ limits, startAt, ...settings })
  return world
}

function run(
  { offers, clock }: DataTest,
  base: string,
  quote: string,
  query: { date?: string | undefined; from?: string; to?: string; amount?: string },
) {
  return offers.fx.run({ path: { base, quote }, query, body: {} }, contextAt({ clock }))
}

async function ask(opened: DataTest, base = 'USD', quote = 'GBP', date?: string) {
  const outcome = await run(opened, base, quote, { date })
  expect(outcome.charge).toBe(true)
  return fx.answer.parse(outcome.body)
}

const from = async (opened: DataTest, date?: string) => {
  const { data, meta } = await ask(opened, 'USD', 'GBP', date)
  return [data.source, meta.sources[0]?.cache, meta.degraded, data.date] as const
}

/** The first day of a kind, going back from so many days ago. */
function dayBefore(opened: DataTest, days: number, fits: (day: string) => boolean): string {
  let day = shiftDay(frankfurtDay(opened.clock.now()), -days)
  while (!fits(day)) day = shiftDay(day, -1)
  return day
}

test('has a valid declaration', () => {
  expect(checkOffers([fx])).toEqual([])
  expect([fx.access.kind, priceOf(fx)]).toEqual(['fixed', 1_500n])
})

test('answers the latest rate: from the euro as published, otherwise crossed through it', async () => {
  const opened = await open()
  const { success, data, meta } = await ask(opened, 'EUR', 'USD')
  expect([success, meta.simulated]).toEqual([true, true])
  expect(data).toEqual({
    base: 'EUR',
    quote: 'USD',
    rate: '1.1262',
    inverseRate: '0.887941751021',
    date: '2026-10-05',
    requestedDate: null,
    basePerEur: '1',
    quotePerEur: '1.1262',
    amount: null,
    convertedAmount: null,
    rates: null,
    source: 'ecb',
  })
  expect(meta.sources[0]?.observedAt.slice(0, 10)).toBe(data.date)
  expect((await ask(opened, 'USD', 'GBP')).data.rate).toBe('0.774871248446')
  expect((await ask(opened, 'USD', 'EUR')).data.rate).toBe('0.887941751021')
  expect((await ask(opened, 'EUR', 'EUR')).data.rate).toBe('1')
  expect(opened.upstreams.requests('ecb')).toBe(1)
})

describe('a day', () => {
  test('at the weekend has the fix of the Friday before, with its own date', async () => {
    const opened = await open()
    const sunday = dayBefore(opened, 14, (day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0)
    const { data, meta } = await ask(opened, 'USD', 'GBP', sunday)
    expect([data.requestedDate, data.date]).toEqual([sunday, shiftDay(sunday, -2)])
    expect(meta.sources[0]?.observedAt.slice(0, 10)).toBe(data.date)
  })

  test('of Easter and of Christmas has the last fix before', async () => {
    const opened = await open()
    expect((await ask(opened, 'USD', 'GBP', '2024-04-01')).data.date).toBe('2024-03-28')
    expect((await ask(opened, 'USD', 'GBP', '2021-12-26')).data.date).toBe('2021-12-24')
    expect((await ask(opened, 'USD', 'GBP', '2023-01-01')).data.date).toBe('2022-12-30')
  })

  test('of the last months comes from the short file, an earlier one from the data portal, each in one request', async () => {
    const opened = await open()
    const recent = dayBefore(opened, 40, (day) => !isWeekend(day))
    expect((await from(opened, recent))[0]).toBe('ecb')
    for (const day of ['2019-03-05', '2019-03-20', '2019-03-29']) expect((await from(opened, day)).slice(0, 1)).toEqual(['ecb-data'])
    await from(opened, shiftDay(recent, -7))
    expect([opened.upstreams.requests('ecb'), opened.upstreams.requests('ecb-data')]).toEqual([1, 1])
  })

  test('gives the same rate from the ECB’s file and from its data portal', async () => {
    const opened = await open()
    const day = dayBefore(opened, 20, (one) => !isWeekend(one))
    const file = await ask(opened, 'JPY', 'SEK', day)
    await opened.close()
    const portal = await ask(await open({ disabled: new Set(['ecb']) }), 'JPY', 'SEK', day)
    expect([file.data.source, portal.data.source]).toEqual(['ecb', 'ecb-data'])
    expect([portal.data.rate, portal.data.date, portal.meta.degraded]).toEqual([file.data.rate, file.data.date, false])
  })

  test('before 1999 or in the future is a 404 without a request', async () => {
    const opened = await open()
    for (const day of ['1999-01-03', '1970-01-01', shiftDay(frankfurtDay(opened.clock.now()), 1), '9999-12-31']) {
      await expect(ask(opened, 'USD', 'GBP', day)).rejects.toMatchObject({ code: 'no_data', status: 404 })
    }
    expect((await ask(opened, 'USD', 'GBP', '1999-01-04')).data.date).toBe('1999-01-04')
    expect(opened.upstreams.requests('ecb') + opened.upstreams.requests('ecb-data')).toBe(1)
  })
})

test.each([
  ['USD', 'GBP', '250', '193.72'],
  ['EUR', 'USD', '0.01', '0.01'],
  ['USD', 'JPY', '12.5', '1861'],
  ['GBP', 'GBP', '7', '7.00'],
  ['USD', 'EUR', '999999999999999.999999', '887941751021133.01'],
])('%s to %s: %s become %s, in the minor unit of the quote currency', async (base, quote, amount, converted) => {
  const { body } = await run(await open(), base, quote, { amount })
  expect(fx.answer.parse(body).data).toMatchObject({ amount, convertedAmount: converted })
})

test.each(['0', '-1', '1e3', '1,5', '.5', '0.0000001', '1'.repeat(16), ''])('the amount %j is refused', (amount) => {
  expect(fx.query?.safeParse({ amount }).success).toBe(false)
})

describe('a range', () => {
  const rangeOf = async (opened: DataTest, range: { from: string; to?: string }) =>
    fx.answer.parse((await run(opened, 'USD', 'GBP', range)).body)

  test('of the last weeks has every fix of the file, the newest as the rate', async () => {
    const opened = await open()
    const to = dayBefore(opened, 5, (day) => !isWeekend(day))
    const from = shiftDay(to, -20)
    const { data, meta } = await rangeOf(opened, { from, to })
    const dates = data.rates?.map(({ date }) => date) ?? []
    expect(dates.length).toBeGreaterThan(9)
    expect(dates).toEqual(dates.toSorted())
    expect(dates.every((date) => date >= from && date <= to && !isWeekend(date))).toBe(true)
    const { rate, inverseRate, date } = data
    expect(data.rates?.at(-1)).toEqual({ rate, inverseRate, date })
    expect([data.requestedDate, meta.sources[0]?.observedAt.slice(0, 10), meta.degraded]).toEqual([to, date, false])
    expect([opened.upstreams.requests('ecb'), opened.upstreams.requests('ecb-data')]).toEqual([1, 0])
  })

  test('of an earlier year comes from the data portal month by month, each day once', async () => {
    const opened = await open()
    const { data } = await rangeOf(opened, { from: '2019-01-15', to: '2019-04-02' })
    const dates = data.rates?.map(({ date }) => date) ?? []
    expect([dates[0], dates.at(-1), new Set(dates).size]).toEqual(['2019-01-15', '2019-04-02', dates.length])
    expect(dates).toHaveLength(56)
    expect(opened.upstreams.requests('ecb-data')).toBe(4)
  })

  test('is the same from the portal while the file is down, and says so', async () => {
    const opened = await open()
    const from = shiftDay(frankfurtDay(opened.clock.now()), -30)
    const file = await rangeOf(opened, { from })
    await opened.close()
    const other = await open()
    other.upstreams.setMode('ecb', 'outage')
    const portal = await rangeOf(other, { from })
    expect([portal.data.rates, portal.data.source, portal.meta.degraded]).toEqual([file.data.rates, 'ecb-data', true])
  })

  test('without a fix of both currencies is a 404, and with the sources down a 503', async () => {
    const opened = await open()
    await expect(run(opened, 'USD', 'XXX', { from: '2019-03-01', to: '2019-03-09' })).rejects.toMatchObject({ code: 'no_data' })
    opened.setAll('outage')
    await expect(run(opened, 'USD', 'GBP', { from: '2018-03-01', to: '2018-03-09' })).rejects.toMatchObject({ status: 503 })
  })

  test.each([
    [{ to: '2019-03-01' }, 'query.from'],
    [{ date: '2019-03-01', from: '2019-03-01' }, 'query.date'],
    [{ from: '2019-03-02', to: '2019-03-01' }, 'query.to'],
    [{ from: '2018-03-01', to: '2019-03-02' }, 'query.from'],
  ])('%j is refused without a request', async (range, field) => {
    const opened = await open()
    await expect(run(opened, 'USD', 'GBP', range)).rejects.toMatchObject({ code: 'invalid_input', options: { field } })
    expect(opened.upstreams.requests('ecb') + opened.upstreams.requests('ecb-data')).toBe(0)
  })

  test('of 366 days is answered', async () => {
    const { data } = await rangeOf(await open(), { from: '2018-03-01', to: '2019-03-01' })
    expect(data.rates?.length).toBeGreaterThan(250)
  })
})

test('a currency that is not fixed is 404, and the fallbacks are not asked about it', async () => {
  const opened = await open()
  await expect(ask(opened, 'USD', 'XXX')).rejects.toMatchObject({ code: 'unknown_currency', status: 404 })
  await expect(ask(opened, 'RUB', 'EUR', '2019-03-05')).rejects.toMatchObject({ code: 'unknown_currency' })
  expect(opened.upstreams.requests('frankfurter') + opened.upstreams.requests('vatcomply')).toBe(0)
})

test('500 calls at once make one upstream request', async () => {
  const opened = await open()
  await Promise.all(Array.from({ length: 500 }, (_, index) => ask(opened, index % 2 ? 'USD' : 'CHF', 'GBP', '2019-03-05')))
  expect(opened.upstreams.requests('ecb-data')).toBe(1)
})

describe('when sources fail', () => {
  test('the file, the data portal, Frankfurter, VATcomply: each has the same rates', async () => {
    const opened = await open()
    const rates = [await ask(opened)]
    for (const [down, next] of [
      ['ecb', 'ecb-data'],
      ['ecb-data', 'frankfurter'],
      ['frankfurter', 'vatcomply'],
    ] as const) {
      opened.upstreams.setMode(down, 'outage')
      opened.pass(7 * 86_400_000)
      const { data, meta } = await ask(opened)
      expect([data.source, meta.degraded]).toEqual([next, true])
      rates.push({ ...(await ask(opened)) })
    }
    for (const { data } of rates) {
      const { USD, GBP } = ratesOn(data.date)
      // Relays write numbers, without the zeros at the end.
      expect([data.basePerEur, data.quotePerEur].map(Number), data.source).toEqual([USD, GBP].map(Number))
    }
  })

  test('for a day in the past as well', async () => {
    const opened = await open()
    opened.upstreams.setMode('ecb-data', 'garbage')
    expect(await from(opened, '2019-03-03')).toEqual(['frankfurter', 'miss', true, '2019-03-01'])
    opened.upstreams.setMode('frankfurter', 'error')
    expect(await from(opened, '2019-03-09')).toEqual(['vatcomply', 'miss', true, '2019-03-08'])
  })

  test('with all sources stopped, the last fix serves for six days, labelled stale, and then it is a 503', async () => {
    const opened = await open()
    const { data } = await ask(opened)
    opened.setAll('outage')
    const sixDays = Date.parse(`${data.date}T13:00:00Z`) + 6 * 86_400_000 - opened.clock.now()
    opened.pass(sixDays)
    expect(await from(opened)).toEqual(['ecb', 'stale', true, data.date])
    opened.pass(2 * 3_600_000)
    await expect(ask(opened)).rejects.toMatchObject({ code: 'upstream_unavailable', status: 503 })
  })

  test('with all sources slow, a call ends before its deadline', async () => {
    expect(4 * defaultLimits.budgetMs).toBeLessThan(fx.deadlineMs - 1_000)
    const opened = await open({ limits: { timeoutMs: 100, budgetMs: 150 } })
    opened.setAll('slow')
    const elapsed = startStopwatch()
    await expect(ask(opened)).rejects.toMatchObject({ code: 'upstream_unavailable' })
    expect(elapsed()).toBeLessThan(4 * 150 + 8_000)
  })

  test('is down while every breaker is open and the cache is empty', async () => {
    const opened = await open()
    const available = () => fx.available({ sources: opened.sources, chains: new Map() })
    opened.setAll('outage')
    for (let index = 0; index < 3; index++) await ask(opened).catch(() => {})
    expect(available()).toBe('down')
    opened.pass(30_000)
    expect(available()).toBe('available')
  })
})

test('in live mode it needs no contract, and uses VATcomply only with one', async () => {
  const opened = await open({ simulated: false, accepted: new Set() })
  expect(fx.available({ sources: opened.sources, chains: new Map() })).toBe('available')
  const { meta } = await ask(opened)
  expect([meta.simulated, meta.sources[0]?.licence]).toEqual([false, 'Free reuse with citation of the source'])
  for (const id of ['ecb', 'ecb-data', 'frankfurter']) opened.upstreams.setMode(id, 'outage')
  opened.pass(8 * 86_400_000)
  await expect(ask(opened)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  expect(opened.upstreams.requests('vatcomply')).toBe(0)
})

test('codes are read in any case, and dates are real days', () => {
  expect(fx.path?.parse({ base: 'usd', quote: 'Gbp' })).toEqual({ base: 'USD', quote: 'GBP' })
  for (const base of ['US', 'USDT', '', 'U$D', '../../../src/products/'])
    expect(fx.path?.safeParse({ base, quote: 'EUR' }).success).toBe(false)
  for (const date of ['2026-02-30', '2026-1-1', 'today', '']) expect(fx.query?.safeParse({ date }).success).toBe(false)
})
