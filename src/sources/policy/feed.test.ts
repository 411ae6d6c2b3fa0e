import { expect, test } from 'vitest'
import { UpstreamUnreachable } from '../../net/upstream-errors.ts'
import { systemTimers } from '../../ops/system.ts'
import { silentLog } from '../../shared/log.ts'
import { byAge, createFeed } from './feed.ts'
import type { FillableFeed } from './feed.ts'
import { startStopwatch } from '../../../test/support/stopwatch.ts'

interface Upstream {
  loads: number
  fails: boolean
  /** Resolves the loads that wait for it. */
  hold: Promise<void> | null
}

function open(options: { budgetMs?: number; size?: number; enabled?: boolean; maxWeight?: number; dataAge?: number } = {}) {
  let now = 1_000_000
  const { dataAge } = options
  const upstream: Upstream = { loads: 0, fails: false, hold: null }
  const feed: FillableFeed<string> = createFeed<string>(
    {
      name: 'words',
      size: options.size ?? 100,
      ...(options.maxWeight === undefined ? {} : { weight: { of: (word) => word.length, max: options.maxWeight } }),
      freshness: byAge({ refreshMs: 20, freshMs: 30, staleMs: 300 }),
      // The data is of the time when it is loaded, less its age.
      asOf: () => (dataAge === undefined ? null : 1_000_000 - dataAge),
      ownAge: { freshMs: 100, staleMs: 200 },
      address: (key) => `/words/${key}`,
      async load(key) {
        const nth = ++upstream.loads
        if (upstream.hold) await upstream.hold
        if (upstream.fails) throw new UpstreamUnreachable('connection')
        return `${key} ${nth}`
      },
    },
    {
      clock: { now: () => now },
      timers: systemTimers,
      log: silentLog,
      answers: { add() {} },
      isEnabled: () => options.enabled ?? true,
      budgetMs: options.budgetMs ?? 1_000,
      stamp: (address, asOf, cache) => ({
        id: 'words',
        url: `https://words.test${address}`,
        asOf: new Date(asOf).toISOString(),
        licence: '',
        attribution: '',
        cache,
      }),
    },
  )
  const read = async (key = 'a') => {
    const { value, source } = await feed.get(key)
    return [value, source.cache]
  }
  return { feed, upstream, read, pass: (ms: number) => void (now += ms), start: now }
}

test('a value is loaded once and served while it is fresh, with the time of its fetch', async () => {
  const { feed, upstream, read, pass, start } = open()
  expect(await read()).toEqual(['a 1', 'miss'])
  pass(19)
  expect(await read()).toEqual(['a 1', 'hit'])
  expect(upstream.loads).toBe(1)
  expect((await feed.get('a')).source).toMatchObject({ url: 'https://words.test/words/a', asOf: new Date(start).toISOString() })
})

test('500 callers at once share one request, and its failure too', async () => {
  const { feed, upstream } = open()
  const answers = await Promise.all(Array.from({ length: 500 }, () => feed.get('a')))
  expect(new Set(answers.map((one) => one.value))).toEqual(new Set(['a 1']))
  expect(upstream.loads).toBe(1)
  upstream.fails = true
  const failures = await Promise.allSettled(Array.from({ length: 500 }, () => feed.get('b')))
  expect(failures.every((one) => one.status === 'rejected')).toBe(true)
  expect(upstream.loads).toBe(2)
})

test('a value is renewed shortly before it ages, while the old one is still served', async () => {
  const { upstream, read, pass } = open()
  await read()
  pass(25)
  expect(await read()).toEqual(['a 1', 'hit'])
  await systemTimers.sleep(5)
  expect(upstream.loads).toBe(2)
  expect(await read()).toEqual(['a 2', 'hit'])
})

test('after a failed load an old value is served as stale until its limit, and no longer', async () => {
  const { feed, upstream, read, pass } = open()
  await read()
  upstream.fails = true
  pass(299)
  expect(await read()).toEqual(['a 1', 'stale'])
  expect(feed.cached('a')?.source.cache).toBe('stale')
  expect(feed.hasCached()).toBe(true)
  await expect(feed.get('a', { freshOnly: true })).rejects.toMatchObject({ code: 'unreachable_connection' })
  pass(1)
  await expect(feed.get('a')).rejects.toMatchObject({ code: 'unreachable_connection' })
  expect([feed.cached('a'), feed.hasCached()]).toEqual([null, false])
})

test('a caller waits at most the budget, and then gets an old value', async () => {
  const { feed, upstream, read, pass } = open({ budgetMs: 40 })
  await read()
  pass(100)
  upstream.hold = new Promise(() => {})
  const elapsed = startStopwatch()
  expect(await read()).toEqual(['a 1', 'stale'])
  await expect(feed.get('b')).rejects.toMatchObject({ code: 'unreachable_timeout' })
  expect(elapsed()).toBeLessThan(10_000)
})

test('a caller that gives up does not stop the load for others', async () => {
  const { feed, upstream } = open()
  let release = () => {}
  upstream.hold = new Promise<void>((resolve) => (release = resolve))
  const controller = new AbortController()
  const impatient = feed.get('a', { signal: controller.signal })
  const patient = feed.get('a')
  controller.abort()
  await expect(impatient).rejects.toMatchObject({ code: 'unreachable_aborted' })
  release()
  expect((await patient).value).toBe('a 1')
  expect(upstream.loads).toBe(1)
})

test('keeps a bounded number of values, and refuses when switched off', async () => {
  const { feed, upstream } = open({ size: 2 })
  for (const key of ['a', 'b', 'c']) await feed.get(key)
  await feed.get('a')
  expect(upstream.loads).toBe(4)
  await expect(open({ enabled: false }).feed.get('a')).rejects.toMatchObject({ code: 'unreachable_disabled' })
})

test('a caller with `waitMs` gives up, and the load continues for the next one', async () => {
  const { feed, upstream, read } = open()
  const held = Promise.withResolvers<void>()
  upstream.hold = held.promise
  await expect(feed.get('a', { waitMs: 10 })).rejects.toMatchObject({ code: 'unreachable_timeout' })
  held.resolve()
  upstream.hold = null
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await read()).toEqual(['a 1', 'hit'])
  expect(upstream.loads).toBe(1)
})

test('a value stored by `put` counts like a loaded one', async () => {
  const { feed, upstream, read, pass } = open()
  feed.put('a', 'a put')
  expect(await read()).toEqual(['a put', 'hit'])
  pass(30)
  expect(await read()).toEqual(['a 1', 'miss'])
  expect(upstream.loads).toBe(1)
})

test('values may weigh only so much together: the least recently used go first, and one that is too heavy is not kept', async () => {
  const { feed, read } = open({ maxWeight: 12 })
  await read('aaa')
  await read('bbb')
  expect([feed.cached('aaa'), feed.cached('bbb')].map((one) => one?.value)).toEqual(['aaa 1', 'bbb 2'])
  await read('ccc')
  expect([feed.cached('aaa'), feed.cached('ccc')].map((one) => one?.value)).toEqual([undefined, 'ccc 3'])
  await read('a long word')
  expect(feed.cached('a long word')).toBeNull()
})

test('data that was old when it came is stale, then gone; it is asked for again only as often as any other', async () => {
  const { feed, upstream, read, pass } = open({ dataAge: 150 })
  expect(await read()).toEqual(['a 1', 'stale'])
  expect(feed.cached('a')?.source.cache).toBe('stale')
  await expect(feed.get('a', { freshOnly: true })).rejects.toMatchObject({ code: 'garbage_outdated' })
  expect(upstream.loads).toBe(1)
  pass(50)
  await expect(feed.get('a')).rejects.toMatchObject({ code: 'garbage_outdated' })
  expect([upstream.loads, feed.cached('a'), feed.hasCached()]).toEqual([2, null, false])
})

test('data of a future time counts from its fetch', async () => {
  const { read, pass, upstream } = open({ dataAge: -1_000 })
  expect(await read()).toEqual(['a 1', 'miss'])
  upstream.fails = true
  pass(150)
  expect(await read()).toEqual(['a 1', 'stale'])
})
