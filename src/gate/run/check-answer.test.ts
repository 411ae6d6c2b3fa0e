import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { longestTurn } from '../../../test/support/longest-turn.ts'
import { createAnswerFiles } from '../../ledger/answers/answer-files.ts'
import { createLedger } from '../../ledger/create-ledger.ts'
import { answer, free, uncharged, watchedAnswer, type Access } from '../../offers/offer.ts'
import { readWatchlistQuery, type WatchlistQuery } from '../../offers/watchlist/watchlist-query.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { log4Shell } from '../../../goods/data/security/security-answer.ts'
import { describedOffers } from '../../../goods/data/data.fixture.ts'
import { tendersAnswer, tendersExample } from '../../../goods/tenders/offer/tenders-answer.ts'
import { utcDay } from '../../shared/clock.ts'
import { silentLog, type Log, type LogFields } from '../../shared/log.ts'
import { openMemoryStore } from '../../store/sqlite/open-memory-store.ts'
import { systemParts, temporaryDirectory } from '../../store/sqlite/store.fixture.ts'
import { checkAnswer } from './check-answer.ts'
import { openGateFixture, price, type GateFixture } from '../gate.fixture.ts'
import { prepareInput } from '../input/prepared-input.ts'

/** What an upstream may say instead of an answer. */
const boom = { error: 'boom' }
const shape = z.object({ level: z.number(), note: z.string().optional() })
const cheap = 7_500n
const misfit = { kind: 'refused', refusal: { code: 'invalid_answer', status: 500 } }

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
      refusal: { ...misfit.refusal, options: { extra: { credit: { runsLeft: 2 } } } },
      payment: { state: 'credit', reason: 'invalid_answer' },
    })
    fixture.run = async () => uncharged(boom, 'inconclusive', 'upstream')
    expect(await fixture.ask(payment)).toMatchObject({ ...misfit, payment: { state: 'credit', reason: 'invalid_answer' } })
    mend(fixture)
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', payment: { state: 'settled', runs: 3 } })
  })

  test('is not given as one that is not charged', async () => {
    const { fixture } = open()
    fixture.run = async () => uncharged(boom, 'nothing_new', 'caller')
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
  const checked = async (schema: z.ZodType, body: unknown) => {
    let misfits: unknown
    const log = { ...silentLog, error: (fields: LogFields) => void (misfits = fields['misfits']) }
    const offer = { id: 'thing', title: 'Thing', answer: schema } as unknown as AnyOffer
    const answer = await checkAnswer(offer, body, { log, timers: systemParts.timers })
    return answer.kind === 'fits' ? Buffer.from(answer.answer.body).toString() : misfits
  }

  test.each([
    ['a figure that is not a number, which JSON would write as null', z.object({ usd: z.number().nullable() }), { usd: Number.NaN }],
    ['a figure without end', z.object({ usd: z.number().nullable() }), { usd: Number.POSITIVE_INFINITY }],
    ['a date that is not a text yet', z.object({ usd: z.string() }), { usd: new Date(0) }],
    ['a bigint, which JSON cannot write', z.object({ usd: z.number() }), { usd: 1n }],
    ['nothing where null would be right', z.object({ usd: z.string().nullable() }), { usd: undefined }],
  ])('refuses %s', async (_, schema, body) => {
    expect(await checked(schema, body)).toEqual(['usd: invalid_type'])
  })

  test('names the member of the form that fits best', async () => {
    const found = z.object({ kind: z.literal('found'), rates: z.record(z.string(), z.object({ usd: z.string() })) })
    const schema = z.object({ data: z.array(z.union([found, z.null()])) })
    const body = { data: [null, { kind: 'found', rates: { EUR: { usd: 1 } } }] }
    expect(await checked(schema, body)).toEqual(['data[1].rates.EUR.usd: invalid_union'])
  })

  test('says that there is no answer at all, and cuts names that an upstream made too long', async () => {
    expect(await checked(shape, undefined)).toEqual(['the whole answer: invalid_type'])
    const [only] = (await checked(z.record(z.string(), z.number()), { ['x'.repeat(5_000)]: 'no' })) as string[]
    expect(only!.length).toBeLessThan(230)
  })

  test('names five members of many', async () => {
    expect(await checked(z.array(z.number()), Array.from({ length: 1_000 }, String))).toHaveLength(5)
    expect(await checked(z.array(z.number()), Array.from({ length: 100_000 }, String))).toHaveLength(5)
  })

  describe('of a long answer', () => {
    const row = z.object({ id: z.string(), notes: z.array(z.string().nullable()).optional(), price: z.number().nullable() })
    const rows = z.object({
      title: z.string(),
      rows: z.array(row).nullable(),
      byName: z.record(z.string(), z.string()).optional(),
      few: z.array(z.string()).max(3_000).optional(),
      meta: z.object({ at: z.string() }),
    })
    const many = Array.from({ length: 3_000 }, (_, at) => ({ id: `row ${at}`, notes: at % 3 ? [`“${at}”`, null] : undefined, price: at }))
    const long = { more: many, title: 'Rows', skipped: undefined, rows: many, byName: { a: 'x'.repeat(200_000) }, meta: { at: 'now' } }
    const changed = (change: object) => ({ ...long, rows: many.map((one, at) => (at === 2_345 ? { ...one, ...change } : one)) })

    test('gives the same bytes as that of a short one', async () => {
      expect(await checked(rows, long)).toBe(JSON.stringify(long))
      const list = [[...many, undefined], null, { toJSON: () => 'x'.repeat(200_000) }]
      expect(await checked(z.array(z.unknown()), list)).toBe(JSON.stringify(list))
    })

    test.each([
      ['of a row', changed({ price: '1' }), 'rows[2345].price: invalid_type'],
      ['that a row lacks', changed({ id: undefined }), 'rows[2345].id: invalid_type'],
      ['in a list of a row', changed({ notes: ['a', 1] }), 'rows[2345].notes[1]: invalid_type'],
      ['beside the rows', { ...long, meta: { at: 1 } }, 'meta.at: invalid_type'],
      ['that is not there', { rows: many, meta: { at: 'now' } }, 'title: invalid_type'],
      ['of a map', { ...long, byName: { a: 'x'.repeat(200_000), b: 1 } }, 'byName.b: invalid_type'],
      ['that is a list with too many members', { ...long, few: Array.from({ length: 10_000 }, String) }, 'few: too_big'],
      ['that should be a list', { ...long, rows: long }, 'rows: invalid_type'],
    ])('names a member %s', async (_, body, misfit) => {
      expect(rows.safeParse(body).success).toBe(false)
      expect(await checked(rows, body)).toEqual([misfit])
    })

    test('that holds itself ends in an error', async () => {
      const circle: unknown[] = [...many]
      circle.push(circle)
      await expect(checked(z.array(z.unknown()), circle)).rejects.toThrow(TypeError)
    })
  })
})

describe('no turn of the event loop takes more than 20 ms for the largest answer', () => {
  const copies = <T>(one: T, count: number) => Array.from({ length: count }, () => structuredClone(one))
  const { notices, ...page } = tendersExample.data
  const code = { code: '72212311', title: 'Software programming and consultancy services', titleCode: '72200000' }
  // A hundred new notices and five hundred that come again, each with as many codes and as long texts as the source lets through.
  const wide = { ...notices[0]!, title: 'ü'.repeat(500), buyer: { name: 'b'.repeat(500), country: 'DE' }, cpv: copies(code, 100) }
  const tenders = { ...tendersExample, data: { ...page, notices: copies(wide, 600) } }
  const { affected, ...vulnerability } = log4Shell.data
  const [product, library] = [affected.products![0]!, affected.packages![0]!]
  const everywhere = {
    packages: copies({ ...library, versions: copies(library.versions[0]!, 50) }, 100),
    products: copies({ ...product, versions: copies(product.versions[0]!, 50) }, 100),
    truncated: true,
  }
  const one = { asked: log4Shell.data.cve, result: { ...vulnerability, affected: everywhere }, error: null }
  const security = { ...log4Shell, data: { results: copies(one, 10) } }

  test.each([
    ['public tenders', tendersAnswer, tenders, 7_000_000],
    ['vulnerabilities', describedOffers.securityBatch.answer as z.ZodType, security, 4_000_000],
  ])('of %s', async (_, schema, body, minBytes) => {
    const turns: number[] = []
    using directory = temporaryDirectory()
    const ledger = createLedger({ store: openMemoryStore(systemParts), answerFiles: createAnswerFiles(join(directory.path, 'answers')) })
    const fixture = openGateFixture({ kind: 'fixed', price }, ledger, { answer: schema })
    fixture.run = async () => answer(body)
    // The first time, Node still compiles what it runs.
    for (let round = 0; round < 3; round++) {
      const payment = await fixture.pay()
      let outcome: Awaited<ReturnType<typeof fixture.ask>> | undefined
      turns.push(await longestTurn(async () => void (outcome = await fixture.ask(payment))))
      expect(outcome?.kind === 'answer' && outcome.body.length).toBeGreaterThan(minBytes)
    }
    expect(Math.min(...turns)).toBeLessThan(20)
  })
})
