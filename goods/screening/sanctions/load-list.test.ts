import { describe, expect, test } from 'vitest'
import { emptyStore } from './loaded-store.fixture.ts'
import { entriesAfter, storedLists, writeEntries, type StoredList } from './list-rows.ts'
import { listSources } from './list-sources.ts'
import { never, useListWorld } from './list-world.fixture.ts'

const hour = 3_600_000
const lists = ['ofac-sdn', 'ofac-consolidated', 'eu', 'un', 'uk']
const { logged, store, open, useLoadedStore, loaded, requests, rows, change } = useListWorld()

describe('loading', () => {
  test('requests each list once, then not before six hours, and then only if it has changed', async () => {
    const one = await open()
    await one.sources.sanctions.load(never)
    // Redirects count.
    expect(requests(one)).toEqual([4, 1, 2, 1])
    await one.sources.sanctions.load(never)
    expect(requests(one)).toEqual([4, 1, 2, 1])
    const before = await rows()
    expect(before.map(({ list }) => list).toSorted()).toEqual(lists.map((list) => `sandbox:${list}`).toSorted())
    // Within the same day, or on the next one, the documents have a new date and the same entries.
    one.pass(24 * hour)
    await one.sources.sanctions.load(never)
    const after = await rows()
    expect(after.map(({ generation }) => generation)).toEqual([1, 1, 1, 1, 1])
    expect(
      after.every(({ checkedAt, version }, at) => checkedAt > (before[at]?.checkedAt ?? 0) && version > (before[at]?.version ?? '')),
    ).toBe(true)
    one.pass(6 * hour)
    const times = requests(one)
    await one.sources.sanctions.load(never)
    expect(requests(one).every((count, at) => count > (times[at] ?? 0))).toBe(true)
  })

  test('after a restart the lists are there without a request', async () => {
    const first = await open()
    await first.sources.sanctions.load(never)
    const again = await open()
    for (const id of listSources) again.upstreams.setMode(id, 'outage')
    await again.sources.sanctions.load(never)
    expect(requests(again)).toEqual([0, 0, 0, 0])
    expect(await again.sources.sanctions.screen('Radovan Karadžić')).toMatchObject({ verdict: 'match' })
    expect(await again.sources.sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'clear' })
  })

  test('the lists are indexed in many slices, so that the event loop is not blocked', async () => {
    await useLoadedStore()
    const one = await open()
    let turns = 0
    let indexing = true
    const count = () => {
      turns++
      if (indexing) setImmediate(count)
    }
    setImmediate(count)
    await one.sources.sanctions.follow(never)
    indexing = false
    const entries = one.sources.sanctions.lists().reduce((sum, list) => sum + (list.entries ?? 0), 0)
    expect(entries).toBeGreaterThan(1_500)
    // At least one for each hundred that are read from the database.
    expect(turns).toBeGreaterThan(entries / 100)
  })

  test('a call just after the first start waits for the lists', async () => {
    const one = await open()
    const loading = one.sources.sanctions.load(never)
    expect(one.sources.sanctions.standing()).toBe('available')
    expect(await one.sources.sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'clear' })
    await loading
  })

  test('simulated lists never count as real ones', async () => {
    const { upstreams } = await loaded()
    const live = await open({ simulated: false, baseUrls: upstreams.baseUrls })
    await live.sources.sanctions.follow(never)
    expect(live.sources.sanctions.lists().map(({ version }) => version)).toEqual([null, null, null, null, null])
  })

  test('another process takes over what one has loaded', async () => {
    const other = await open()
    await other.sources.sanctions.follow(never)
    expect(other.sources.sanctions.standing()).toBe('down')
    await (await open()).sources.sanctions.load(never)
    await other.sources.sanctions.follow(never)
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
      await one.sources.sanctions.load(never)
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
    await one.sources.sanctions.load(never)
    const after = (await rows()).find(({ list }) => list === 'sandbox:un')
    expect(after).toMatchObject({ generation: 1, digest: 'another', loadedAt: un.loadedAt })
    expect(after?.checkedAt).toBeGreaterThanOrEqual(un.checkedAt)
  })

  test('other entries replace the stored ones in a new generation, and rows of earlier loads are deleted', async () => {
    const one = await loaded()
    const stored = async () => (await rows()).find(({ list }) => list === 'sandbox:un') as StoredList
    const entries = async (generation: number) =>
      (await store().read(entriesAfter, { list: 'sandbox:un', generation, after: '', limit: 10_000 })).length
    const un = await stored()
    // A load that was cut short.
    await store().write(writeEntries, { list: un.list, generation: 2, rows: [{ id: 'stray', entry: '{}' }] })
    const loadOthers = async () => {
      await change(await stored(), { digest: 'another', etag: null, lastModified: null })
      one.pass(7 * hour)
      await one.sources.sanctions.load(never)
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

describe('the archive of the OFAC list', () => {
  const sdn = async () => (await rows()).find(({ list }) => list === 'sandbox:ofac-sdn')

  test('has the entries of the list, which is not asked for then', async () => {
    const one = await open()
    await one.sources.sanctions.load(never)
    const packed = await sdn()
    // A redirect and a document for each of its two lists.
    expect(one.upstreams.requests('ofac')).toBe(4)
    expect(packed?.entries).toBeGreaterThan(500)

    const others = emptyStore()
    const other = await open({ store: others })
    other.upstreams.setMode('ofac:zip', 'missing')
    await other.sources.sanctions.load(never)
    const plain = (await others.read(storedLists, undefined)).find(({ list }) => list === 'sandbox:ofac-sdn')
    expect(plain).toMatchObject({ digest: packed?.digest, entries: packed?.entries })
    await others.close()
  })

  test.each(['missing', 'damaged'])('is replaced by the list itself where it is %s', async (fault) => {
    const one = await open()
    one.upstreams.setMode('ofac:zip', fault)
    await one.sources.sanctions.load(never)
    expect(one.upstreams.requests('ofac')).toBe(6)
    expect(await one.sources.sanctions.screen('Ratko Mladić')).toMatchObject({ verdict: 'match' })
    // An entity tag of the one is not one of the other.
    one.upstreams.setMode('ofac:zip', 'ok')
    one.pass(7 * hour)
    const before = await sdn()
    await one.sources.sanctions.load(never)
    expect(await sdn()).toMatchObject({ digest: before?.digest, generation: before?.generation })
    expect((await sdn())?.etag).not.toBe(before?.etag)
  })

  test('a host that is down or asks us to wait is asked once, not for the other file too', async () => {
    for (const mode of ['outage', 'rate-limited', 'error']) {
      const others = emptyStore()
      const one = await open({ store: others })
      one.upstreams.setMode('ofac', mode)
      await one.sources.sanctions.load(never)
      // One for each list, or none for the second where the host is left alone for a while.
      expect(one.upstreams.requests('ofac'), mode).toBeLessThanOrEqual(2)
      await others.close()
    }
  })
})
