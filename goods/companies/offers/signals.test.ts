import { afterEach, describe, expect, test } from 'vitest'
import { companyOffers, contextAt, openCompanies, type CompanyTest } from '../companies.fixture.ts'
import { sandboxCompany } from '../sandbox/population/sandbox-companies.ts'
import { checkOffers } from '../../../src/offers/check-offers.ts'
import { priceOf } from '../../../src/offers/offer.ts'
import { utcDay } from '../../../src/shared/clock.ts'

const day = 86_400_000
let world: CompanyTest
let opened: CompanyTest[] = []
afterEach(async () => {
  for (const one of opened.toReversed()) await one.close()
  opened = []
})
async function open(settings: Parameters<typeof openCompanies>[0] = {}): Promise<CompanyTest> {
  world = await openCompanies({ limits: { attempts: { retries: 0, backoffMs: 1 } }, ...settings })
  opened.push(world)
  return world
}
const today = () => utcDay(world.clock.now())
const daysAgo = (days: number) => utcDay(world.clock.now() - days * day)

type Query = Partial<Record<'since' | 'limit' | 'country', string>>
async function ask(id: string, query: Query = {}, at = world) {
  const companySignals = companyOffers(at.asked).signals
  const read = companySignals.query!.parse(query)
  const outcome = await companySignals.run({ path: { id }, query: read, body: {} }, contextAt(at))
  return { ...companySignals.answer.parse(outcome.body), charge: outcome.charge }
}
/** The id of a company of the sandbox in its register. */
function idOf(key: string): string {
  const { country, registerNumber } = sandboxCompany(key)
  return `${country}:${registerNumber}`
}
type Signals = Awaited<ReturnType<typeof ask>>
const short = ({ data }: Signals) => data.events.map(({ type, source, method, publishedDate }) => [type, source, method, publishedDate])
/** The first of the days on which the sources say that they answered. */
const answeredUntil = ({ meta }: Signals) => meta.sources.map(({ observedAt }) => observedAt.slice(0, 10)).toSorted()[0]

test('has a valid declaration', async () => {
  await open()
  const companySignals = companyOffers(world.asked).signals
  expect(checkOffers([companySignals])).toEqual([])
  expect([companySignals.access.kind, priceOf(companySignals)]).toEqual(['fixed', 30_000n])
})

describe('a company whose register publishes changes', () => {
  test('of Norway has those of the register and of GLEIF, in order of publication', async () => {
    await open()
    const answer = await ask(idOf('nordlys-fiskeri'), { since: '2026-07-01' })
    expect(short(answer)[0]).toEqual(['accounts', 'brreg', 'feed', '2026-07-14'])
    const order = answer.data.events.map(({ publishedDate, id }) => `${publishedDate} ${id}`)
    expect(order).toEqual(order.toSorted())
    expect(short(answer)).toContainEqual(['name', 'brreg', 'feed', daysAgo(3)])
    expect(short(answer)).toContainEqual(['name', 'gleif', 'feed', daysAgo(3)])
    expect(answer.data.events.find(({ source, type }) => source === 'gleif' && type === 'name')).toMatchObject({
      old: 'NORDLYS FISKERI AS',
      new: 'NORDLYS SJØMAT AS',
      url: expect.stringContaining('gleif.org'),
    })
    expect(answer.data).toMatchObject({
      company: { country: 'NO', registerNumber: '995810301', lei: '984500NO10SANDBOX028', name: 'NORDLYS SJØMAT AS' },
      sinceDate: '2026-07-01',
      next_since: answeredUntil(answer),
      has_more: false,
      coverage: { status: 'complete', reason: null, fromDate: null, sources: [{ source: 'brreg' }, { source: 'gleif' }] },
    })
    expect([answer.charge, answer.meta.simulated, answer.meta.degraded]).toEqual([true, true, false])
  })

  test.each([
    ['tunturi-mylly', 'address', 'prh', 5],
    ['lumenor', 'capital', 'bodacc', 2],
    ['thornwick', 'officers', 'companies-house', 5],
  ] as const)('%s: has the change of its %s that %s publishes', async (key, type, source, days) => {
    await open()
    const answer = await ask(idOf(key))
    expect(short(answer)).toContainEqual([type, source, 'feed', daysAgo(days)])
    expect(answer.data.coverage).toMatchObject({ status: 'complete', reason: null })
    expect(answer.data.sinceDate).toBe(daysAgo(90))
  })

  test('of Czechia has about a month, and the coverage says from which day on', async () => {
    await open()
    const answer = await ask(idOf('vltava-loziska'))
    expect(short(answer)).toContainEqual(['other', 'ares', 'feed', daysAgo(4)])
    expect(answer.data.coverage).toMatchObject({
      status: 'truncated',
      reason: 'short_history',
      fromDate: daysAgo(29),
      sources: [
        { source: 'ares', status: 'truncated', fromDate: daysAgo(29), detail: expect.stringContaining('30 days') },
        { source: 'gleif' },
      ],
    })
    expect((await ask(idOf('vltava-loziska'), { since: daysAgo(20) })).data.coverage.status).toBe('complete')
  })

  test('is found by its VAT number, its LEI, and its bare number with the country', async () => {
    await open()
    const { vatId, lei, registerNumber } = sandboxCompany('tunturi-mylly')
    const expected = (await ask(idOf('tunturi-mylly'))).data.events.map(({ id }) => id)
    expect(expected.length).toBeGreaterThan(0)
    for (const [id, query] of [
      [vatId!, {}],
      [lei!, {}],
      [registerNumber!, { country: 'fi' }],
    ] as const)
      expect((await ask(id, query)).data.events.map((one) => one.id)).toEqual(expected)
  })

  test('never shows names of officers', async () => {
    await open()
    for (const key of ['thornwick', 'harrowmere', 'nordlys-fiskeri', 'lumenor']) {
      const { events } = (await ask(idOf(key), { since: daysAgo(390) })).data
      for (const { old, new: now } of events.filter(({ type }) => type === 'officers')) {
        for (const value of [old, now]) expect(value ?? '0').toMatch(/^\d+$/)
      }
    }
  })
})

describe('the page of an answer', () => {
  test('begins at most 400 days ago, and not in the future', async () => {
    await open()
    expect((await ask(idOf('nokia'), { since: daysAgo(400) })).data.sinceDate).toBe(daysAgo(400))
    for (const [since, detail] of [
      [daysAgo(401), 'A call may ask for the last 400 days.'],
      [utcDay(world.clock.now() + day), 'This day is in the future.'],
    ] as const) {
      await expect(ask(idOf('nokia'), { since })).rejects.toMatchObject({
        code: 'invalid_input',
        message: detail,
        options: { field: 'query.since', expected: `a day from ${daysAgo(400)} to ${today()}` },
      })
    }
  })

  test.each(['0', '101', '-1', '1.5', 'ten'])('has no limit of %s', async (limit) => {
    await open()
    expect(companyOffers(world.asked).signals.query!.safeParse({ limit }).success).toBe(false)
  })
})

describe('sources that do not answer', () => {
  test('are named, and the next call begins where this one began', async () => {
    await open()
    world.upstreams.setMode('gleif', 'outage')
    const since = daysAgo(30)
    const answer = await ask(idOf('nordlys-fiskeri'), { since })
    expect(short(answer)).toContainEqual(['name', 'brreg', 'feed', daysAgo(3)])
    expect(answer.data).toMatchObject({
      next_since: since,
      company: { lei: null },
      coverage: {
        status: 'truncated',
        reason: 'source_unavailable',
        fromDate: null,
        sources: [
          { source: 'brreg', status: 'complete' },
          { source: 'gleif', status: 'unavailable', detail: 'the source does not answer' },
        ],
      },
    })
    expect([answer.charge, answer.meta.degraded, answer.meta.missing]).toEqual([true, true, ['company.lei']])
  })

  test('do not keep notices away that another source has', async () => {
    await open()
    world.upstreams.setMode('recherche-entreprises', 'outage')
    const answer = await ask(idOf('lumenor'))
    expect(short(answer)).toContainEqual(['capital', 'bodacc', 'feed', daysAgo(2)])
    expect(answer.data.coverage.status).toBe('complete')
  })

  test('make the call a 503 when there are no others', async () => {
    await open()
    world.setAll('outage')
    for (const id of [idOf('nordlys-fiskeri'), idOf('orlen'), sandboxCompany('brueckenthal').lei!])
      await expect(ask(id)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

describe('a company', () => {
  test('that no source knows is not found', async () => {
    await open()
    for (const id of ['NO:923609016', 'LV:40003000642', 'HWUPKR0MPOU8FGXBT394'])
      await expect(ask(id)).rejects.toMatchObject({ code: 'company_not_found' })
  })

  test('without an open register has the changes of its LEI record, and the coverage says so', async () => {
    await open()
    const answer = await ask(sandboxCompany('brueckenthal-holding').lei!)
    expect(short(answer)).toContainEqual(['address', 'gleif', 'feed', daysAgo(10)])
    expect(answer.data).toMatchObject({
      company: { country: 'DE', registerNumber: null },
      coverage: { status: 'truncated', reason: 'no_register', fromDate: null, sources: [{ source: 'gleif' }] },
    })
  })
})
