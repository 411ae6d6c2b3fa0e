import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { numberOfNamed } from '../../../sandbox/upstreams/sanctions/entries-of.ts'
import { openTestSources, type TestSources } from '../../../sandbox/upstreams/open-test-sources.ts'
import { silentLog, type Log } from '../../shared/log.ts'
import type { MemoryStore } from '../../store/sqlite/open-memory-store.ts'
import { entriesAfter, publishList, storedLists, writeEntries, type StoredList } from './list-rows.ts'
import { emptyStore, loadedStore } from './loaded-store.fixture.ts'

const hour = 3_600_000
const sources = ['ofac', 'eu-sanctions', 'un-sanctions', 'uk-sanctions']
const signal = new AbortController().signal
const lists = ['ofac-sdn', 'ofac-consolidated', 'eu', 'un', 'uk']

const opened: TestSources[] = []
let store: MemoryStore
let logged: string[] = []
beforeEach(() => {
  store = emptyStore()
  logged = []
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await store.close()
})

const log: Log = {
  ...silentLog,
  error: (fields, message) => logged.push(`${String(fields['list'])} ${String(fields['fault'])}: ${message}`),
  child: () => log,
}

async function open(...[settings]: Parameters<typeof openTestSources>): Promise<TestSources> {
  const one = await openTestSources({ store, log, limits: { bulkTimeoutMs: 5_000, attempts: { retries: 0, backoffMs: 1 } }, ...settings })
  opened.push(one)
  return one
}

/** Sources with all lists loaded. */
async function loaded(): Promise<TestSources> {
  await store.close()
  store = await loadedStore()
  const one = await open()
  await one.sources.sanctions.load(signal)
  return one
}

const requests = ({ upstreams }: TestSources) => sources.map((id) => upstreams.requests(id))
const rows = async () => store.read(storedLists, undefined)
const change = (list: StoredList, changes: Partial<StoredList>) => store.write(publishList, { ...list, ...changes })

describe('screening', () => {
  test('finds a person on every list that has them, with the facts of each list', async () => {
    const { sources: world } = await loaded()
    const { kind, verdict, score, matches } = await world.sanctions.screen('Osama bin Laden')
    expect([kind, verdict]).toEqual(['name', 'match'])
    expect(score).toBeGreaterThan(0.95)
    expect(matches.map(({ list }) => list).toSorted()).toEqual(['eu', 'ofac-sdn', 'uk', 'un'])
    expect(matches.find(({ list }) => list === 'ofac-sdn')).toMatchObject({
      entry: numberOfNamed('ofac-sdn', 'bin-laden'),
      kind: 'person',
      strength: 'match',
      matched: 'Usama BIN LADEN',
      name: 'Usama bin Muhammad bin Awad BIN LADIN',
      weakAlias: false,
      programmes: ['SDGT'],
      births: ['1957-07-30', '1957-03-10'],
      countries: ['SA', 'YE'],
      currency: null,
      listVersion: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
  })

  test('finds addresses exactly, those with 0x in any case, with their currency', async () => {
    const { sources: world } = await loaded()
    const of = async (address: string) => {
      const { kind, verdict, matches } = await world.sanctions.screen(address)
      return [kind, verdict, ...matches.map(({ list, name, currency }) => `${list} ${name} ${currency}`)]
    }
    const lazarus = ['address', 'match', 'ofac-sdn LAZARUS GROUP ETH', 'uk LAZARUS GROUP ETH']
    expect(await of('0x098B716B8Aaf21512996dC57EB0615e2383E2f96')).toEqual(lazarus)
    expect(await of('0x098b716b8aaf21512996dc57eb0615e2383e2f96')).toEqual(lazarus)
    expect(await of('0X098B716B8AAF21512996DC57EB0615E2383E2F96')).toEqual(lazarus)
    expect(await of('3SandboxListedAddress3333333333333')).toEqual([
      'address',
      'match',
      'ofac-sdn LAZARUS GROUP XBT',
      'uk LAZARUS GROUP XBT',
    ])
    expect(await of('3sandboxlistedaddress3333333333333')).toEqual(['address', 'clear'])
    expect(await of('1SandboxRemarkedAddress11111111111')).toEqual(['address', 'match', 'ofac-sdn LAZARUS GROUP XBT'])
    expect(await of('0x0000000000000000000000000000000000000001')).toEqual(['address', 'clear'])
  })

  test('a weak alias is a case for review, never a match', async () => {
    const { sources: world } = await loaded()
    const { verdict, matches } = await world.sanctions.screen('El Chapo')
    expect([verdict, matches[0]?.weakAlias, matches[0]?.strength]).toEqual(['review', true, 'review'])
  })

  test('hints distinguish people of the same name', async () => {
    const { sources: world } = await loaded()
    const verdict = async (hints: object) => (await world.sanctions.screen('Ratko Mladić', { hints })).verdict
    expect([await verdict({ birthYear: 1942 }), await verdict({ birthYear: 1990 }), await verdict({ country: 'BA' })]).toEqual([
      'match',
      'review',
      'match',
    ])
  })

  test('an unlisted name is clear, unless its script cannot be read', async () => {
    const { sources: world } = await loaded()
    expect(await world.sanctions.screen('Marie Curie')).toMatchObject({
      verdict: 'clear',
      score: 0,
      matches: [],
      inconclusiveBecause: null,
    })
    expect(await world.sanctions.screen('习近平')).toMatchObject({ verdict: 'inconclusive', inconclusiveBecause: 'script_not_read' })
  })
})

describe('loading', () => {
  test('requests each list once, then not before six hours, and then only if it has changed', async () => {
    const one = await open()
    await one.sources.sanctions.load(signal)
    // Redirects count.
    expect(requests(one)).toEqual([4, 1, 2, 1])
    await one.sources.sanctions.load(signal)
    expect(requests(one)).toEqual([4, 1, 2, 1])
    const before = await rows()
    expect(before.map(({ list }) => list).toSorted()).toEqual(lists.map((list) => `sandbox:${list}`).toSorted())
    // Within the same day, or on the next one, the documents have a new date and the same entries.
    one.pass(24 * hour)
    await one.sources.sanctions.load(signal)
    const after = await rows()
    expect(after.map(({ generation }) => generation)).toEqual([1, 1, 1, 1, 1])
    expect(
      after.every(({ checkedAt, version }, at) => checkedAt > (before[at]?.checkedAt ?? 0) && version > (before[at]?.version ?? '')),
    ).toBe(true)
    one.pass(6 * hour)
    const times = requests(one)
    await one.sources.sanctions.load(signal)
    expect(requests(one).every((count, at) => count > (times[at] ?? 0))).toBe(true)
  })

  test('after a restart the lists are there without a request', async () => {
    const first = await open()
    await first.sources.sanctions.load(signal)
    const again = await open()
    for (const id of sources) again.upstreams.setMode(id, 'outage')
    await again.sources.sanctions.load(signal)
    expect(requests(again)).toEqual([0, 0, 0, 0])
    expect(await again.sources.sanctions.screen('Radovan Karadžić')).toMatchObject({ verdict: 'match' })
    expect(await again.sources.sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'clear' })
  })

  test('the lists are indexed in many slices, so that the event loop is not blocked', async () => {
    await store.close()
    store = await loadedStore()
    const one = await open()
    let turns = 0
    let indexing = true
    const count = () => {
      turns++
      if (indexing) setImmediate(count)
    }
    setImmediate(count)
    await one.sources.sanctions.follow(signal)
    indexing = false
    const entries = one.sources.sanctions.lists().reduce((sum, list) => sum + (list.entries ?? 0), 0)
    expect(entries).toBeGreaterThan(1_500)
    // At least one for each hundred that are read from the database.
    expect(turns).toBeGreaterThan(entries / 100)
  })

  test('a call just after the first start waits for the lists', async () => {
    const one = await open()
    const loading = one.sources.sanctions.load(signal)
    expect(one.sources.sanctions.standing()).toBe('available')
    expect(await one.sources.sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'clear' })
    await loading
  })

  test('simulated lists never count as real ones', async () => {
    const { upstreams } = await loaded()
    const live = await open({ simulated: false, baseUrls: upstreams.baseUrls })
    await live.sources.sanctions.follow(signal)
    expect(live.sources.sanctions.lists().map(({ version }) => version)).toEqual([null, null, null, null, null])
  })

  test('another process takes over what one has loaded', async () => {
    const other = await open()
    await other.sources.sanctions.follow(signal)
    expect(other.sources.sanctions.standing()).toBe('down')
    await (await open()).sources.sanctions.load(signal)
    await other.sources.sanctions.follow(signal)
    expect(await other.sources.sanctions.screen('Ratko Mladic')).toMatchObject({ verdict: 'match' })
  })

  test.each([
    ['has lost half of its entries', { entries: 100_000 }, 'lost_half'],
    ['is older than the stored one', { publishedAt: Date.now() + 48 * hour }, 'older_than_held'],
  ] satisfies [string, Partial<StoredList>, string][])(
    'a list that %s is refused and logged, and the stored one ages',
    async (_, changes, fault) => {
      const one = await loaded()
      const eu = (await rows()).find(({ list }) => list === 'sandbox:eu') as StoredList
      await change(eu, { ...changes, etag: null, lastModified: null })
      one.pass(47 * hour)
      await one.sources.sanctions.load(signal)
      expect(logged).toEqual([`eu ${fault}: sanctions list refused, the stored one stays`])
      expect((await rows()).find(({ list }) => list === 'sandbox:eu')).toMatchObject({ checkedAt: eu.checkedAt, generation: eu.generation })
      expect(await one.sources.sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'clear' })
      one.pass(2 * hour)
      expect(await one.sources.sanctions.screen('Marie Curie')).toMatchObject({
        verdict: 'inconclusive',
        inconclusiveBecause: 'list_not_fresh',
      })
    },
  )

  test('an unchanged list is not downloaded again', async () => {
    const one = await loaded()
    const un = (await rows()).find(({ list }) => list === 'sandbox:un') as StoredList
    // If it were downloaded, it would count as a new list.
    await change(un, { digest: 'another', checkedAt: un.checkedAt - 7 * hour })
    await one.sources.sanctions.load(signal)
    const after = (await rows()).find(({ list }) => list === 'sandbox:un')
    expect(after).toMatchObject({ generation: 1, digest: 'another', loadedAt: un.loadedAt })
    expect(after?.checkedAt).toBeGreaterThanOrEqual(un.checkedAt)
  })

  test('other entries replace the stored ones in a new generation, and rows of earlier loads are deleted', async () => {
    const one = await loaded()
    const stored = async () => (await rows()).find(({ list }) => list === 'sandbox:un') as StoredList
    const entries = async (generation: number) =>
      (await store.read(entriesAfter, { list: 'sandbox:un', generation, after: '', limit: 10_000 })).length
    const un = await stored()
    // A load that was cut short.
    await store.write(writeEntries, { list: un.list, generation: 2, rows: [{ id: 'stray', entry: '{}' }] })
    const loadOthers = async () => {
      await change(await stored(), { digest: 'another', etag: null, lastModified: null })
      one.pass(7 * hour)
      await one.sources.sanctions.load(signal)
    }
    await loadOthers()
    expect(await stored()).toMatchObject({ generation: 2, digest: un.digest, entries: un.entries })
    expect(await one.sources.sanctions.screen('Joseph Kony')).toMatchObject({ verdict: 'match' })
    // Who still looks into the generation before finds it.
    expect([await entries(1), await entries(2)]).toEqual([un.entries, un.entries])
    await loadOthers()
    expect([await entries(1), await entries(2), await entries(3)]).toEqual([0, un.entries, un.entries])
  })

  test('ends when the jobs are stopped', async () => {
    const one = await open()
    const stopping = new AbortController()
    const loading = one.sources.sanctions.load(stopping.signal)
    stopping.abort(new Error('stopping'))
    await expect(loading).rejects.toThrow()
  })
})

describe('when a source is down', () => {
  test('its list is used for 48 hours; then a match on it does not count, nothing is clear, and matches on others stay', async () => {
    const one = await loaded()
    const { sanctions } = one.sources
    one.upstreams.setMode('uk-sanctions', 'outage')
    one.pass(47 * hour)
    await sanctions.load(signal)
    expect(await sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'clear' })
    one.pass(2 * hour)
    await sanctions.load(signal)
    expect(sanctions.lists().filter(({ fresh }) => !fresh)).toMatchObject([{ id: 'uk', version: expect.any(String) }])
    expect(sanctions.stamps().filter(({ cache }) => cache === 'stale')).toMatchObject([{ id: 'uk-sanctions' }])
    expect(await sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'inconclusive', inconclusiveBecause: 'list_not_fresh' })
    // On the UK list alone.
    const onUk = await sanctions.screen('Åke Sören Lindqvist-Björk')
    expect([onUk.verdict, onUk.matches[0]?.list, onUk.matches[0]?.strength]).toEqual(['inconclusive', 'uk', 'match'])
    expect(await sanctions.screen('Ratko Mladić')).toMatchObject({ verdict: 'match' })
    expect(sanctions.standing()).toBe('available')
  })

  test('if it never answered, its list is missing and the others are used', async () => {
    const one = await open()
    one.upstreams.setMode('eu-sanctions', 'garbage')
    await one.sources.sanctions.load(signal)
    expect(one.sources.sanctions.lists().find(({ id }) => id === 'eu')).toMatchObject({ version: null, checkedAt: null, fresh: false })
    expect(await one.sources.sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'inconclusive' })
    expect(await one.sources.sanctions.screen('Joseph Kony')).toMatchObject({ verdict: 'match' })
    one.upstreams.setMode('eu-sanctions', 'ok')
    one.pass(hour)
    await one.sources.sanctions.load(signal)
    expect(await one.sources.sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'clear' })
  })

  test('screening is down when all are down from the start, and disabled without requests when one is switched off', async () => {
    const one = await open()
    for (const id of sources) one.upstreams.setMode(id, 'outage')
    await one.sources.sanctions.load(signal)
    expect(one.sources.sanctions.standing()).toBe('down')
    const off = await open({ disabled: new Set(['un-sanctions']) })
    await off.sources.sanctions.load(signal)
    expect([off.sources.sanctions.standing(), ...requests(off)]).toEqual(['disabled', 0, 0, 0, 0])
    expect(await off.sources.sanctions.screen('Ratko Mladić')).toMatchObject({ verdict: 'inconclusive' })
    // The UN's terms are not open ones.
    expect((await open({ simulated: false, accepted: new Set() })).sources.sanctions.standing()).toBe('disabled')
  })
})
