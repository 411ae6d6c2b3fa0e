import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answer, free, uncharged, watchedAnswer, type Access } from '../offers/offer.ts'
import { readWatchlistQuery, type WatchlistQuery } from '../offers/watchlist/watchlist-query.ts'
import type { AnyOffer } from '../offers/offer.ts'
import { utcDay } from '../shared/clock.ts'
import { silentLog, type Log, type LogFields } from '../shared/log.ts'
import { checkAnswer } from './check-answer.ts'
import { openGateFixture, price, type GateFixture } from './gate.fixture.ts'
import { prepareInput } from './prepared-input.ts'

/** What an upstream may say instead of an answer. */
const boom = { error: 'boom' }
const shape = z.object({ level: z.number(), note: z.string().optional() })
const cheap = 7_500n
const misfit = { kind: 'problem', problem: { code: 'invalid_answer', status: 500 } }

/** An offer that sells levels, and what its log says. */
function open(access: Access = { kind: 'fixed', price }, options: Parameters<typeof openGateFixture>[2] = {}) {
  const lines: LogFields[] = []
  const log: Log = { ...silentLog, error: (fields) => void lines.push(fields), child: () => log }
  const fixture = openGateFixture(access, undefined, { answer: shape, log, ...options })
  fixture.run = async () => answer(boom)
  return { fixture, lines }
}

const mend = (fixture: GateFixture) => {
  fixture.run = async () => answer({ level: 1 })
}
const statesOf = async ({ ledger }: GateFixture) => (await ledger.totals()).map(({ state }) => state)

describe('an answer that does not fit the schema of its offer', () => {
  test('is not charged, and the same payment buys one that does', async () => {
    const { fixture } = open()
    const payment = await fixture.pay()
    expect(await fixture.ask(payment)).toMatchObject({ ...misfit, payment: { state: 'released', reason: 'invalid_answer' } })
    mend(fixture)
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', payment: { state: 'settled' } })
  })

  test('leaves the first call of a wallet free', async () => {
    const { fixture } = open({ kind: 'fixed', price: cheap })
    expect(await fixture.ask(await fixture.pay({ value: cheap }))).toMatchObject({ ...misfit, payment: { state: 'released' } })
    mend(fixture)
    expect(await fixture.ask(await fixture.pay({ value: cheap }))).toMatchObject({ kind: 'answer', payment: { state: 'free' } })
  })

  test('uses no free call of the day', async () => {
    const { fixture } = open({ kind: 'daily-quota', price })
    expect(await fixture.ask(null)).toMatchObject({ ...misfit, quota: { limit: 25, remaining: 25 } })
    expect(await fixture.ask(await fixture.pay())).toMatchObject({ ...misfit, payment: null, quota: { remaining: 25 } })
  })

  test('is not given for nothing either', async () => {
    expect(await open(free).fixture.ask(null)).toMatchObject(misfit)
  })

  test('of an offer that is settled first leaves a credit, and the credit buys the next answer', async () => {
    const { fixture } = open(undefined, { settle: 'first' })
    const payment = await fixture.pay()
    expect(await fixture.ask(payment)).toMatchObject({
      problem: { ...misfit.problem, options: { extra: { credit: { runsLeft: 2 } } } },
      payment: { state: 'credit', reason: 'invalid_answer' },
    })
    fixture.run = async () => uncharged(boom, 'inconclusive')
    expect(await fixture.ask(payment)).toMatchObject({ ...misfit, payment: { state: 'credit', reason: 'invalid_answer' } })
    mend(fixture)
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', payment: { state: 'settled', runs: 3 } })
  })

  test('is not given as one that is not charged', async () => {
    const { fixture } = open()
    fixture.run = async () => uncharged(boom, 'nothing_new', { counted: true })
    expect(await fixture.ask(await fixture.pay())).toMatchObject({ ...misfit, payment: { state: 'released' } })
    expect(await statesOf(fixture)).toEqual(['released'])
  })

  test('never counts against its caller', async () => {
    const { fixture } = open()
    for (let calls = 0; calls < 35; calls++) expect(await fixture.ask(await fixture.pay())).toMatchObject(misfit)
    mend(fixture)
    expect(await fixture.ask(await fixture.pay())).toMatchObject({ kind: 'answer', payment: { state: 'settled' } })
  })

  test('raises an alarm that names the offer and the members, and none of their values', async () => {
    const { fixture, lines } = open()
    fixture.run = async () => answer({ level: 'a secret of 400 metres' })
    await fixture.ask(await fixture.pay())
    const page = 'docs/operate/alarms.md#invalid_answer'
    expect(lines).toEqual([{ alarm: 'invalid_answer', page, offer: 'thing', misfits: ['level: invalid_type'] }])
  })
})

test('a page of a watchlist that does not fit delivers nothing, and the same payment buys it once it does', async () => {
  const page = z.object({ items: z.array(z.object({ item: z.object({ title: z.string() }) })) })
  const { fixture, lines } = open(undefined, { answer: page, watchlist: true })
  const listing = (title: unknown) => async () =>
    watchedAnswer({
      request: readWatchlistQuery({ since: utcDay(fixture.clock.at) } as WatchlistQuery, fixture.clock.at),
      items: [{ id: 'one', day: utcDay(fixture.clock.at), item: { title } }],
      answeredUntil: utcDay(fixture.clock.at),
      asked: false,
      body: ({ items }) => ({ items: items.map(({ item }) => ({ item })) }),
    })
  const input = prepareInput(fixture.offer, { path: {}, query: { since: utcDay(fixture.clock.at) }, body: undefined })
  const payment = await fixture.pay()
  fixture.run = listing(null)
  expect(await fixture.ask(payment, { input })).toMatchObject({ ...misfit, payment: { state: 'released' } })
  expect(lines).toMatchObject([{ misfits: ['items[0].item.title: invalid_type'] }])
  fixture.run = listing('A bridge')
  expect(await fixture.ask(payment, { input })).toMatchObject({ kind: 'answer', payment: { state: 'settled' } })
})

test('an answer that fits goes out as it was made, with members that its schema does not name', async () => {
  const { fixture } = open()
  fixture.run = async () => answer({ more: { deep: [1] }, level: 2, note: undefined, last: null })
  const outcome = await fixture.ask(await fixture.pay())
  expect(outcome.kind === 'answer' && Buffer.from(outcome.body).toString('utf8')).toBe('{"more":{"deep":[1]},"level":2,"last":null}')
})

describe('the check', () => {
  const check = (schema: z.ZodType, body: unknown) => {
    let misfits: unknown
    const log = { ...silentLog, error: (fields: LogFields) => void (misfits = fields['misfits']) }
    return checkAnswer({ id: 'thing', title: 'Thing', answer: schema } as unknown as AnyOffer, body, log) === null ? 'fits' : misfits
  }

  test.each([
    ['a figure that is not a number, which JSON would write as null', z.object({ usd: z.number().nullable() }), { usd: Number.NaN }],
    ['a figure without end', z.object({ usd: z.number().nullable() }), { usd: Number.POSITIVE_INFINITY }],
    ['a date that is not a text yet', z.object({ usd: z.string() }), { usd: new Date(0) }],
    ['a bigint, which JSON cannot write', z.object({ usd: z.number() }), { usd: 1n }],
    ['nothing where null would be right', z.object({ usd: z.string().nullable() }), { usd: undefined }],
  ])('refuses %s', (_, schema, body) => {
    expect(check(schema, body)).toEqual(['usd: invalid_type'])
  })

  test('names the member of the form that fits best', () => {
    const found = z.object({ kind: z.literal('found'), rates: z.record(z.string(), z.object({ usd: z.string() })) })
    const schema = z.object({ data: z.array(z.union([found, z.null()])) })
    expect(check(schema, { data: [null, { kind: 'found', rates: { EUR: { usd: 1 } } }] })).toEqual(['data[1].rates.EUR.usd: invalid_union'])
  })

  test('says that there is no answer at all, and cuts names that an upstream made too long', () => {
    expect(check(shape, undefined)).toEqual(['the whole answer: invalid_type'])
    const [only] = check(z.record(z.string(), z.number()), { ['x'.repeat(5_000)]: 'no' }) as string[]
    expect(only!.length).toBeLessThan(230)
  })

  test('names five members of many', () => {
    expect(check(z.array(z.number()), Array.from({ length: 1_000 }, String))).toHaveLength(5)
  })
})
