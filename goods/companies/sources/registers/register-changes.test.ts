import { makeDeclared } from '../../../../src/sources/declared-source.ts'
import { startTestUpstream } from '../../../../src/sources/policy/test-upstream.fixture.ts'
import { bodacc } from './france-bodacc.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { openCompanies, type CompanyTest } from '../../companies.fixture.ts'
import { dayOf } from '../../sandbox/population/company-at.ts'
import { publishedSince, registeredIn } from '../../sandbox/registers/registered.ts'

let world: CompanyTest
let opened = false
afterEach(async () => {
  if (opened) await world.close()
  opened = false
})
async function open(): Promise<void> {
  world = await openCompanies()
  opened = true
}
const { signal } = new AbortController()
const dayMs = 86_400_000

async function changesOf(country: string, number: string, since: string) {
  const found = await world.asked.registers.of(country)?.changes?.(number, since, signal)
  if (found?.status !== 'found') throw new Error(`${country} ${number}: ${found?.status}`)
  return found.value
}
const daysAgo = (days: number) => dayOf(world.clock.now() - days * dayMs)

describe.each(['NO', 'FI', 'FR', 'GB'])('changes that the register of %s publishes', (country) => {
  test('are those of the life of each company, the oldest first', async () => {
    await open()
    for (const one of registeredIn(country, world.clock.now())) {
      const { events, truncated } = await changesOf(country, one.number, '1900-01-01')
      expect(truncated).toBeNull()
      const published = events.map((event) => event.published)
      expect(published).toEqual(published.toSorted())
      const types = new Set(events.map(({ type }) => type))
      const life = publishedSince(one, '1900-01-01', world.clock.now()).filter(({ before }) => before !== null)
      if (life.some(({ name }) => name !== undefined)) expect(types).toContain('name')
      if (life.some(({ street }) => street !== undefined)) expect(types).toContain('address')
      if (life.some(({ status }) => status === 'insolvent')) expect(types).toContain('insolvency')
      if (country !== 'FI' && life.some(({ capital }) => capital !== undefined)) expect(types).toContain('capital')
      expect(types).toContain('status')
      for (const event of events) expect(event).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{32}$/), method: 'feed' })
    }
  })

  test('are cut at the asked day, which is included, and keep their ids', async () => {
    await open()
    for (const one of registeredIn(country, world.clock.now())) {
      const all = (await changesOf(country, one.number, '1900-01-01')).events
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      const middle = all[Math.floor(all.length / 2)]?.published ?? '1900-01-01'
      const later = (await changesOf(country, one.number, middle)).events
      expect(later).toEqual(all.filter(({ published }) => published >= middle))
    }
  })
})

describe('changes that ARES publishes', () => {
  test('are the lately changed companies, each by its batch', async () => {
    await open()
    const since = daysAgo(20)
    for (const one of registeredIn('CZ', world.clock.now())) {
      const expected = publishedSince(one, since, world.clock.now()).map(({ on }) => on)
      const { events, truncated } = await changesOf('CZ', one.number, since)
      expect([...new Set(events.map(({ published }) => published))]).toEqual([...new Set(expected)])
      expect(truncated).toBeNull()
    }
  })

  test('say from which day on nothing is missing, since ARES keeps about 30 days', async () => {
    await open()
    const { truncated } = await changesOf('CZ', '45274649', daysAgo(60))
    expect(truncated).toEqual({ from: daysAgo(29), reason: expect.stringContaining('30 days') })
  })

  test('read each batch once for all companies', async () => {
    await open()
    const since = daysAgo(10)
    const [first, second] = registeredIn('CZ', world.clock.now())
    await changesOf('CZ', first?.number ?? '', since)
    const asked = world.upstreams.requests('ares')
    expect(asked).toBe(12)
    await changesOf('CZ', second?.number ?? '', since)
    expect(world.upstreams.requests('ares')).toBe(asked)
  })
})

test('registers without a feed of changes offer none', async () => {
  await open()
  for (const country of ['PL', 'SK', 'EE', 'LV']) expect(world.asked.registers.of(country)?.changes).toBeUndefined()
})

test('changes are unavailable while their source is down', async () => {
  await open()
  world.upstreams.setMode('bodacc', 'error')
  const france = world.asked.registers.of('FR')
  expect(await france?.changes?.('982140337', '2026-01-01', signal)).toMatchObject({
    status: 'unavailable',
    reason: 'down',
    sourceId: 'bodacc',
  })
  expect(await france?.byNumber('982140337', signal)).toMatchObject({ status: 'found' })
})

test('BODACC tells when it has more notices than it gives', async () => {
  const notice = (day: number) => ({
    id: `C${day}`,
    dateparution: `2026-03-${String(day).padStart(2, '0')}`,
    familleavis: 'dpc',
    depot: '{"dateCloture":"2025-12-31"}',
    jugement: null,
  })
  const { declared, parts } = await startTestUpstream(() => ({ body: { total_count: 240, results: [notice(20), notice(10)] } }))
  expect(await makeDeclared(bodacc, { ...declared, settings: {} }, parts).adapter.changes('552081317', '2020-01-01', signal)).toMatchObject(
    {
      value: {
        events: [{ published: '2026-03-10', type: 'accounts', new: '2025-12-31' }, { published: '2026-03-20' }],
        truncated: { from: '2026-03-10' },
      },
    },
  )
})
