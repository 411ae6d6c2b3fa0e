import { afterEach, describe, expect, test } from 'vitest'
import { sandboxNotices } from '../sandbox/notices/notice-population.ts'
import type { SandboxNotice } from '../sandbox/notices/sandbox-notice.ts'
import { openTestSources, type TestSources } from '../../../sandbox/upstreams/open-test-sources.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { systemTimers } from '../../../src/ops/system.ts'
import { utcDay } from '../../../src/shared/clock.ts'
import { formTypes, noticeTypes } from '../ted/eforms-codes.ts'
import { ted } from '../ted/ted.ts'
import { euTenders } from './tenders.ts'

const day = 86_400_000
/** A Wednesday, hours after the release of the day. */
const noon = Date.parse('2026-11-18T12:00:00.000Z')
// Requests take their turn at once.
const timers = { ...systemTimers, sleep: async () => {} }

const tenders = euTenders({ find: (...asked) => world.declared(ted).find(...asked) }, { simulated: true })

let world: TestSources
afterEach(() => world?.close())
async function open(at = noon): Promise<TestSources> {
  world = await openTestSources({ timers, limits: { attempts: { retries: 0, backoffMs: 1 } } })
  world.pass(at - world.clock.now())
  return world
}

type Query = { since?: string; limit?: string; min_value?: string; type?: string; redeliver?: 'true' }
const read = (country: string, cpv: string, query: Query = {}) => ({
  path: tenders.path!.parse({ country, cpv }),
  query: tenders.query!.parse(query),
  body: {},
})
async function ask(country: string, cpv: string, query: Query = {}) {
  const { sources, clock } = world
  const context = { sources, clock, signal: new AbortController().signal } as OfferContext
  const outcome = await tenders.run(read(country, cpv, query), context)
  if (!('watched' in outcome) || !outcome.watched) throw new Error('not a watched answer')
  return { ...tenders.answer.parse(outcome.body), watched: outcome.watched, charge: outcome.charge }
}
const daysAgo = (days: number) => utcDay(world.clock.now() - days * day)
const truth = (country: string | null, cpv: string[], from: string) =>
  sandboxNotices.matching({ country, cpv, from }, world.clock.now()).filter((one) => !one.unreadable)
const numbers = (notices: readonly SandboxNotice[]) => notices.map(({ number }) => number).sort()
const ids = (notices: readonly { readonly id: string }[]) => notices.map(({ id }) => id).sort()

describe('the notices of a query', () => {
  test('are all that TED has published since the day, and those that the window adds', async () => {
    await open()
    const since = daysAgo(40)
    const { data, watched, charge, meta } = await ask('de', '72', { since })
    expect(ids(watched.items)).toEqual(numbers(truth('DEU', ['72'], daysAgo(70))))
    expect(ids(data.notices)).toEqual(numbers(truth('DEU', ['72'], since)))
    expect(data.notices.length).toBeGreaterThan(10)
    expect(data).toMatchObject({
      country: 'DE',
      cpv: ['72'],
      sinceDate: since,
      next_since: '2026-11-18',
      coverage: { status: 'complete', unreadableCount: 0 },
    })
    expect([charge, meta.degraded, meta.missing]).toEqual([true, false, []])
    expect(watched).toMatchObject({ answeredUntil: '2026-11-18', asked: true, request: { since } })
  })

  test('of all countries and several codes are joined', async () => {
    await open()
    const { data, watched } = await ask('eu', '72200000,48', { since: daysAgo(5), redeliver: 'true' })
    expect([data.country, data.cpv]).toEqual(['EU', ['48', '722']])
    expect(ids(watched.items)).toEqual(numbers(truth(null, ['48', '722'], daysAgo(5))))
    expect(new Set(data.notices.map(({ buyer }) => buyer.country)).size).toBeGreaterThan(5)
  })

  test('appear when TED publishes them, some of them late, and stay', async () => {
    await open()
    const first = await ask('EU', '72,45,33,71', { since: daysAgo(30) })
    world.pass(7 * day)
    const second = await ask('EU', '72,45,33,71', { since: daysAgo(37) })
    const known = new Set(ids(first.watched.items))
    expect(ids(second.watched.items)).toEqual(expect.arrayContaining(ids(first.data.notices)))
    const days = second.watched.items.filter(({ id }) => !known.has(id)).map((one) => one.day)
    expect([days.some((one) => one > '2026-11-18'), days.some((one) => one <= '2026-11-18')]).toEqual([true, true])
  })

  test('have titles, buyers, codes with titles, and links', async () => {
    await open()
    const { data } = await ask('DE', '72', { since: daysAgo(60) })
    const [published] = truth('DEU', ['72'], daysAgo(60)).filter(
      ({ titleInEnglish, form }) => titleInEnglish !== null && form % 41 > 0 && form % 53 > 0,
    )
    expect(data.notices.find(({ id }) => id === published?.number)).toMatchObject({
      publishedDate: published?.day,
      title: published?.titleInEnglish,
      titleLanguage: 'eng',
      buyer: { name: published?.buyers[0], country: 'DE' },
      noticeId: published?.noticeId,
      formType: published?.formType,
      lotCount: published?.lots,
      url: `https://ted.europa.eu/en/notice/-/detail/${published?.number}`,
    })
    for (const { cpv } of data.notices)
      for (const { title, titleCode } of cpv) expect([title, titleCode?.slice(0, 2)]).toEqual([expect.any(String), '72'])
  })

  test('have the next deadline that is left, and none that has passed', async () => {
    await open()
    const { data } = await ask('DE', '72', { since: daysAgo(90), type: 'competition' })
    const deadlines = data.notices.flatMap(({ deadlineAt }) => deadlineAt ?? [])
    expect(deadlines.length).toBeGreaterThan(3)
    expect(data.notices.some(({ deadlineAt }) => deadlineAt === null)).toBe(true)
    for (const at of deadlines) expect(Date.parse(at)).toBeGreaterThan(noon)
  })
})

describe('type', () => {
  test('leaves the notices of these types', async () => {
    await open()
    const { data } = await ask('DE', '72', { since: daysAgo(90), type: 'result,planning' })
    expect(new Set(data.notices.map(({ formType }) => formType))).toEqual(new Set(['result', 'planning']))
  })

  test('change has every notice that changes another one, in the old form and in the new one', async () => {
    await open()
    const { data } = await ask('EU', '72,48', { since: daysAgo(90), type: 'change' })
    expect(ids(data.notices)).toEqual(numbers(truth(null, ['72', '48'], daysAgo(90)).filter(({ changes }) => changes !== null)))
    expect(data.notices.every(({ changedNotice }) => changedNotice !== null)).toBe(true)
    expect(new Set(data.notices.map(({ formType }) => formType)).size).toBeGreaterThan(1)
  })
})

describe('the codes of eForms', () => {
  test('every form type and notice type may be asked for', () => {
    for (const type of [...formTypes, ...noticeTypes]) expect(tenders.query!.safeParse({ type }).success, type).toBe(true)
    // As the codelists of eForms SDK 1.15.1 have them; TED had `change` before eForms.
    expect(formTypes.filter((type) => type !== 'change').toSorted()).toEqual(
      ['bri', 'competition', 'completion', 'cont-modif', 'consultation', 'dir-awa-pre', 'planning', 'result'].toSorted(),
    )
    expect(new Set(noticeTypes).size).toBe(21)
  })

  test.each([
    ['consultation', 'pmc'],
    ['pmc', 'pmc'],
    ['completion', 'compl'],
    ['cn-social', 'cn-social'],
  ])('%s leaves its notices', async (type, noticeType) => {
    await open()
    const { data } = await ask('EU', '72,45,33', { since: daysAgo(30), type })
    expect(new Set(data.notices.map((one) => one.noticeType))).toEqual(new Set([noticeType]))
  })

  test('a result says in words how its lots ended and why one has no winner, and a change why it was made', async () => {
    await open()
    const { data } = await ask('EU', '72,45,33', { since: daysAgo(30) })
    const results = data.notices.filter(({ formType }) => formType === 'result')
    expect(results.length).toBeGreaterThan(10)
    for (const { award } of results) {
      const codes = award?.statuses.map(({ code }) => code) ?? []
      expect(codes.length).toBeGreaterThan(0)
      expect(award?.notAwardedReasons.length === 0).toBe(!codes.includes('clos-nw'))
      for (const { title } of [...(award?.statuses ?? []), ...(award?.notAwardedReasons ?? [])]) expect(title).toEqual(expect.any(String))
    }
    expect(results.some(({ award }) => award?.notAwardedReasons.some(({ code }) => code === 'no-rece'))).toBe(true)
    for (const { formType, award, changedNotice, changeReasons } of data.notices) {
      expect(award === null).toBe(formType !== 'result')
      expect(changeReasons.length > 0).toBe(changedNotice !== null)
    }
  })
})

describe('min_value', () => {
  test('leaves out smaller values in euro, and marks those that it can’t compare', async () => {
    await open()
    const all = await ask('EU', '33', { since: daysAgo(30) })
    const { data } = await ask('EU', '33', { since: daysAgo(30), min_value: '50000' })
    const expected = all.data.notices.filter(
      ({ value }) => value?.currency !== 'EUR' || value.isPlaceholder || Number(value.amount) >= 50_000,
    )
    expect(ids(data.notices)).toEqual(ids(expected))
    expect(data.notices.length).toBeLessThan(all.data.notices.length)
    for (const { value, valueCheck } of data.notices) {
      expect(valueCheck).toBe(value?.currency === 'EUR' && !value.isPlaceholder ? 'met' : 'not_compared')
    }
    expect(data.notices.some(({ value }) => value?.currency === 'EUR' && Number(value.amount) <= 0.01)).toBe(true)
    expect(new Set(data.notices.map(({ valueCheck }) => valueCheck)).size).toBe(2)
    expect(all.data.notices.every(({ valueCheck }) => valueCheck === null)).toBe(true)
  })
})

describe('the subject of a watchlist', () => {
  const subject = (country: string, cpv: string, query: Query = {}) => JSON.stringify(tenders.watchlist?.subject(read(country, cpv, query)))

  test('is the same for all ways to ask for the same', () => {
    expect(subject('gr', '72000000,48', { min_value: '1000.50', type: 'result,planning' })).toBe(
      subject('EL', '48,72,72200000', { min_value: '1000.5', type: 'planning,result,planning', since: '2026-11-01', limit: '5' }),
    )
    expect(subject('eu', '72')).toBe(subject('EU', '7200'))
  })

  test('differs where the notices do', () => {
    const all = [
      subject('DE', '72'),
      subject('EU', '72'),
      subject('DE', '722'),
      subject('DE', '72', { min_value: '1' }),
      subject('DE', '72', { type: 'result' }),
    ]
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('a call is refused', () => {
  test.each([
    ['72000000-5', /without their check digit: 72000000/],
    ['7', /2 to 8 digits/],
    ['720000001', /2 to 8 digits/],
    ['72,', /2 to 8 digits/],
    ['software', /2 to 8 digits/],
    [Array.from({ length: 21 }, (_, index) => 20 + index).join(','), /up to 20/],
  ])('for the code %s, with what would be right', (cpv, message) => {
    expect(tenders.path!.safeParse({ country: 'DE', cpv }).error?.message).toMatch(message)
  })

  test.each([{ min_value: '1e5' }, { min_value: '-1' }, { min_value: '1.005' }, { type: 'tender' }, { type: '' }])('for %j', (query) => {
    expect(tenders.query!.safeParse(query).success).toBe(false)
  })

  test('for a code that the vocabulary does not have, and for an unknown country, without asking TED', async () => {
    await open()
    await expect(ask('DE', '99')).rejects.toMatchObject({ code: 'invalid_input', options: { field: 'path.cpv' } })
    await expect(ask('DE', '129')).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('begins with 129') })
    await expect(ask('XX', '72')).rejects.toMatchObject({ code: 'unknown_country' })
    expect(world.upstreams.requests('ted')).toBe(0)
  })

  test('for more than 4,000 notices, with ways to ask for fewer', async () => {
    await open()
    await expect(ask('eu', '72,45,33,71,90', { since: daysAgo(400) })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/^TED has \d{4,5} notices for this since \d{4}-\d\d-\d\d, .* at most 4000\.$/),
      options: { expected: 'a longer CPV prefix, a single country, or a later since' },
    })
    expect((await ask('eu', '72,45,33,71,90', { since: daysAgo(20) })).data.notices.length).toBeGreaterThan(100)
  })
})

describe('while TED', () => {
  test('is down, the last answer is given for a day, and next_since stays on its day', async () => {
    await open()
    const fresh = await ask('DE', '72', { since: daysAgo(20) })
    world.upstreams.setMode('ted', 'outage')
    world.pass(23 * 3_600_000)
    const old = await ask('DE', '72', { since: daysAgo(21) })
    expect(ids(old.data.notices)).toEqual(ids(fresh.data.notices))
    expect(old.data).toMatchObject({ next_since: '2026-11-18', coverage: { observedAt: fresh.data.coverage.observedAt } })
    expect([old.meta.degraded, old.watched.asked, old.watched.answeredUntil]).toEqual([true, false, '2026-11-18'])
    expect(old.timestamp.slice(0, 10)).toBe('2026-11-19')
    world.pass(2 * 3_600_000)
    await expect(ask('DE', '72', { since: daysAgo(21) })).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })

  test.each(['outage', 'error', 'rate-limited', 'garbage'] as const)(
    'is in mode %s and nothing is cached, the call is a 503',
    async (mode) => {
      await open()
      world.upstreams.setMode('ted', mode)
      const error = (await ask('DE', '72').catch((reason: unknown) => reason)) as { code: string; message: string }
      expect([error.code, error.message]).toEqual(['upstream_unavailable', 'TED does not answer at present.'])
    },
  )

  test('gives up its search, the call is a 503', async () => {
    await open()
    world.upstreams.setMode('ted:search', 'timed-out')
    await expect(ask('DE', '72')).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })

  test.each(['unknown', 'unsupported'])('calls a field %s, the answer goes without it and says so', async (fault) => {
    await open()
    world.upstreams.setMode('ted:procedure-type', fault)
    const { data, meta } = await ask('DE', '72', { since: daysAgo(30) })
    expect(ids(data.notices)).toEqual(numbers(truth('DEU', ['72'], daysAgo(30))))
    expect(data.notices.every(({ procedure }) => procedure === null)).toBe(true)
    expect([meta.missing, meta.degraded, data.coverage.status]).toEqual([['notices[].procedure'], true, 'complete'])
  })

  test('takes no token, the call is a 503 where there are several pages', async () => {
    await open()
    world.upstreams.setMode('ted:token', 'expired')
    await expect(ask('EU', '45', { since: daysAgo(60) })).rejects.toMatchObject({ code: 'upstream_unavailable' })
    expect((await ask('DE', '722', { since: daysAgo(10) })).charge).toBe(true)
  })

  test('gives notices in no readable form, they are counted, and the others are given', async () => {
    await open()
    const { data, watched, meta } = await ask('GR', '45,72,33,71,90', { since: daysAgo(60) })
    const all = sandboxNotices.matching(
      { country: 'GRC', cpv: ['45', '72', '33', '71', '90'], from: `${daysAgo(90).slice(0, 8)}01` },
      world.clock.now(),
    )
    expect(data.coverage).toMatchObject({ status: 'truncated', unreadableCount: all.filter(({ unreadable }) => unreadable).length })
    expect(data.coverage.unreadableCount).toBeGreaterThan(0)
    expect(ids(watched.items)).toEqual(numbers(truth('GRC', ['45', '72', '33', '71', '90'], daysAgo(90))))
    expect([meta.missing, watched.answeredUntil]).toEqual([['notices'], '2026-11-18'])
  })
})
