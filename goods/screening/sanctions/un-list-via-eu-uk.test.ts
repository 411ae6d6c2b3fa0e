import { describe, expect, test } from 'vitest'
import { named, unReferenceOf } from '../sandbox/lists/entries-of.ts'
import { echoedState, unListViaEuUk } from './un-list-via-eu-uk.ts'
import { writeEntries } from './list-rows.ts'
import { listSources } from './list-sources.ts'
import { never, useListWorld } from './list-world.fixture.ts'
import type { ListedEntry } from './listed-entry.ts'
import type { ListState } from './screening.ts'

const hour = 3_600_000
const { open, loaded, useLoadedStore, requests, rows, store } = useListWorld()
const withoutUn = { disabled: new Set(['un-sanctions']) }

/** Adds a person to the stored list of the UN, which no other list has. */
async function listOnUnAlone(name: string): Promise<void> {
  const list = (await rows()).find((row) => row.list === 'sandbox:un')
  const entry: ListedEntry = {
    id: '9999999',
    kind: 'person',
    names: [{ text: name, weak: false, family: null }],
    programmes: [],
    births: [],
    countries: [],
    addresses: [],
    listedOn: null,
  }
  const row = { id: entry.id, entry: JSON.stringify(entry) }
  await store().write(writeEntries, { list: 'sandbox:un', generation: list?.generation ?? 0, rows: [row] })
}

describe('without the file of the UN', () => {
  test('its designations are read on the lists of the EU and the UK, and the others are fetched as usual', async () => {
    const one = await open(withoutUn)
    await one.sources.sanctions.load(never)
    expect(requests(one)).toEqual([4, 1, 0, 1])
    const un = one.sources.sanctions.lists().find(({ id }) => id === 'un')
    const repeated = named.filter((listed) => unReferenceOf(listed) !== '' && listed.on.includes('uk'))
    expect(un).toMatchObject({
      readFrom: 'other_lists',
      throughLists: ['eu', 'uk'],
      version: null,
      fresh: true,
      checkedAt: expect.any(Number),
    })
    // The EU names some that the UK does not have.
    expect(un?.entries).toBeGreaterThanOrEqual(repeated.length)
    expect(repeated.length).toBeGreaterThan(5)
    expect(one.sources.sanctions.stamps().map(({ id }) => id)).not.toContain('un-sanctions')
  })

  test('its stored entries are not searched, and a designation is found on the lists that repeat it', async () => {
    await useLoadedStore()
    const one = await open(withoutUn)
    await one.sources.sanctions.load(never)
    const { verdict, matches } = await one.sources.sanctions.screen('Osama bin Laden')
    expect([verdict, ...matches.map(({ list }) => list).toSorted()]).toEqual(['match', 'eu', 'ofac-sdn', 'uk'])
    expect(matches.find(({ list }) => list === 'uk')?.unReference).toMatch(/^QDi\.\d{3}$/)
    expect(matches.find(({ list }) => list === 'ofac-sdn')?.unReference).toBeNull()
  })

  test.each(['eu-sanctions', 'uk-sanctions'])('nothing is clear while %s is old', async (id) => {
    const one = await open(withoutUn)
    await one.sources.sanctions.load(never)
    expect(await one.sources.sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'clear' })
    one.upstreams.setMode(id, 'outage')
    one.pass(49 * hour)
    await one.sources.sanctions.load(never)
    expect(one.sources.sanctions.lists().find((list) => list.id === 'un')).toMatchObject({ readFrom: 'other_lists', fresh: false })
    expect(await one.sources.sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'inconclusive' })
  })
})

describe('with the file of the UN', () => {
  test('it is read from its publisher, whole', async () => {
    const { sources } = await loaded()
    const un = sources.sanctions.lists().find(({ id }) => id === 'un')
    expect(un).toMatchObject({ readFrom: 'publisher', throughLists: [], coveredShare: 1, version: expect.any(String), fresh: true })
  })

  test('the answer is no worse while the file is old: a match on it counts as a review, and what others repeat is used', async () => {
    await useLoadedStore()
    await listOnUnAlone('Quillon Varnathrupp')
    const one = await open()
    await one.sources.sanctions.load(never)
    expect(await one.sources.sanctions.screen('Quillon Varnathrupp')).toMatchObject({ verdict: 'match', matches: [{ list: 'un' }] })
    one.upstreams.setMode('un-sanctions', 'outage')
    one.pass(49 * hour)
    await one.sources.sanctions.load(never)
    expect(one.sources.sanctions.lists().find(({ id }) => id === 'un')).toMatchObject({ readFrom: 'other_lists', fresh: true })
    expect(await one.sources.sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'clear' })
    const { verdict, matches } = await one.sources.sanctions.screen('Quillon Varnathrupp')
    expect([verdict, matches[0]?.list, matches[0]?.strength]).toEqual(['review', 'un', 'match'])
  })

  test('nothing is fresh after two days without any source', async () => {
    const one = await loaded()
    for (const id of listSources) one.upstreams.setMode(id, 'outage')
    one.pass(49 * hour)
    await one.sources.sanctions.load(never)
    expect(one.sources.sanctions.lists().some(({ fresh }) => fresh)).toBe(false)
    expect(one.sources.sanctions.standing()).toBe('down')
  })
})

describe('how much of the list is known', () => {
  const carrier = (id: string, checkedAt: number): ListState => ({
    id,
    name: id,
    readFrom: 'publisher',
    throughLists: [],
    coveredShare: 1,
    version: '2026-11-20',
    entries: 5_000,
    publishedAt: 0,
    checkedAt,
    fresh: true,
  })
  const states = [carrier('eu', 7), carrier('uk', 5)]
  const references = (from: number, until: number) => new Set(Array.from({ length: until - from }, (_, at) => `QDi.${from + at}`))
  const state = (...named: (readonly [string, Set<string>])[]) => echoedState(unListViaEuUk(false), states, new Map(named))

  test('a number that both lists name counts once, against the last count of the publisher', () => {
    expect(state(['eu', references(0, 300)], ['uk', references(100, 950)])).toMatchObject({
      entries: 950,
      coveredShare: 0.94,
      checkedAt: 5,
      fresh: true,
    })
  })

  test('numbers of another list do not count', () => {
    expect(state(['uk', references(0, 600)], ['ofac-sdn', references(600, 1_000)])).toMatchObject({ entries: 600, coveredShare: 0.59 })
  })

  test('with less than half of the entries the list is not fresh, as where the lists stop to name the numbers', () => {
    expect(state(['uk', references(0, 500)])).toMatchObject({ coveredShare: 0.49, fresh: false })
    expect(state()).toMatchObject({ entries: 0, coveredShare: 0, fresh: false })
  })
})
