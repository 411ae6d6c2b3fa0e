import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../../../src/store/store.ts'
import { dropForgotten } from './drop-forgotten.ts'
import { dueWatches, postponeRefresh } from './due-watches.ts'
import { keepSnapshot, type SnapshotInput } from './keep-snapshot.ts'
import { snapshotHistory } from './snapshot-history.ts'
import { watchCompany, type WatchInput } from './watch-company.ts'

const company = { source: 'krs', registerNumber: '0000028860' }
const watch = (changes: Partial<WatchInput> = {}): WatchInput => ({
  ...company,
  country: 'PL',
  now: 1_000,
  nextRefreshAt: 5_000,
  maxWatches: 10,
  ...changes,
})
const seen = (seenAt: number, record: string, changes: Partial<SnapshotInput> = {}): SnapshotInput => ({
  ...company,
  seenAt,
  nextRefreshAt: seenAt + 4_000,
  url: 'https://register.example/0000028860',
  record,
  ...changes,
})

/** What every engine must do with watches and snapshots; `open` gives a store without any. */
export function snapshotsContract(engine: string, open: () => Promise<Store>): void {
  describe(`snapshots of companies on ${engine}`, () => {
    let store: Store
    beforeEach(async () => {
      store = await open()
    })
    afterEach(() => store.close())
    const history = () => store.read(snapshotHistory, { ...company, limit: 10 })

    test('a company is watched from the first call on, and only as long as there is room', async () => {
      expect(await store.write(watchCompany, watch({ maxWatches: 1 }))).toBe(true)
      expect(await store.write(watchCompany, watch({ registerNumber: 'another', maxWatches: 1 }))).toBe(false)
      expect(await store.write(watchCompany, watch({ now: 2_000, maxWatches: 1 }))).toBe(true)
    })

    test('nothing is kept of a company that is not watched', async () => {
      expect(await store.write(keepSnapshot, seen(1_000, '{}'))).toBe('not_watched')
      expect(await history()).toEqual([])
    })

    test('a record makes a row only where it changed, and a return to an earlier state is a change', async () => {
      await store.write(watchCompany, watch())
      const outcomes: string[] = []
      for (const [seenAt, record] of [
        [1_000, 'A'],
        [2_000, 'A'],
        [3_000, 'B'],
        [4_000, 'A'],
      ] as const)
        outcomes.push(await store.write(keepSnapshot, seen(seenAt, record)))
      expect(outcomes).toEqual(['added', 'seen', 'added', 'added'])
      expect((await history()).map(({ version, firstSeenAt, lastSeenAt, record }) => [version, firstSeenAt, lastSeenAt, record])).toEqual([
        [3, 4_000, 4_000, 'A'],
        [2, 3_000, 3_000, 'B'],
        [1, 1_000, 2_000, 'A'],
      ])
    })

    test('an older view of the record, from the memory of another instance, changes nothing', async () => {
      await store.write(watchCompany, watch())
      await store.write(keepSnapshot, seen(1_000, 'A'))
      await store.write(keepSnapshot, seen(3_000, 'B'))
      expect(await store.write(keepSnapshot, seen(2_000, 'A'))).toBe('old')
      expect(await store.write(keepSnapshot, seen(2_000, 'B'))).toBe('seen')
      expect((await history()).map(({ record, firstSeenAt, lastSeenAt }) => [record, firstSeenAt, lastSeenAt])).toEqual([
        ['B', 3_000, 3_000],
        ['A', 1_000, 1_000],
      ])
    })

    test('many instances that see the same change at once keep it once', async () => {
      await store.write(watchCompany, watch())
      await store.write(keepSnapshot, seen(1_000, 'A'))
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => store.write(keepSnapshot, seen(2_000, 'B'))))
      expect(outcomes.filter((one) => one === 'added')).toHaveLength(1)
      expect((await history()).map(({ record }) => record)).toEqual(['B', 'A'])
    })

    test('records are due a while after they were seen, the longest due first', async () => {
      for (const [registerNumber, nextRefreshAt] of [
        ['late', 3_000],
        ['early', 2_000],
        ['later', 9_000],
      ] as const)
        await store.write(watchCompany, watch({ registerNumber, nextRefreshAt }))
      await store.write(watchCompany, watch({ source: 'rpo', registerNumber: 'elsewhere', nextRefreshAt: 1_000 }))
      const due = (now: number) => store.read(dueWatches, { source: 'krs', now, limit: 10 })
      expect(await due(1_999)).toEqual([])
      expect(await due(3_000)).toEqual(['early', 'late'])
      await store.write(keepSnapshot, seen(3_000, 'A', { registerNumber: 'early' }))
      await store.write(postponeRefresh, { source: 'krs', registerNumber: 'late', nextRefreshAt: 8_000 })
      expect(await due(7_000)).toEqual(['early'])
      expect(await store.read(dueWatches, { source: 'krs', now: 9_000, limit: 2 })).toEqual(['early', 'late'])
    })

    test('what was not asked for again goes with its snapshots, and so does what is too old', async () => {
      await store.write(watchCompany, watch({ now: 1_000 }))
      await store.write(watchCompany, watch({ registerNumber: 'asked', now: 1_000 }))
      await store.write(watchCompany, watch({ registerNumber: 'asked', now: 6_000 }))
      await store.write(keepSnapshot, seen(1_000, 'A'))
      for (const [seenAt, record] of [
        [1_000, 'A'],
        [5_000, 'B'],
      ] as const)
        await store.write(keepSnapshot, seen(seenAt, record, { registerNumber: 'asked' }))
      expect(await store.write(dropForgotten, { askedBefore: 5_000, seenBefore: 2_000, limit: 10 })).toBe(2)
      expect(await history()).toEqual([])
      expect(await store.read(snapshotHistory, { ...company, registerNumber: 'asked', limit: 10 })).toMatchObject([{ record: 'B' }])
      expect(await store.write(keepSnapshot, seen(7_000, 'A'))).toBe('not_watched')
      expect(await store.write(dropForgotten, { askedBefore: 5_000, seenBefore: 2_000, limit: 10 })).toBe(0)
    })
  })
}
