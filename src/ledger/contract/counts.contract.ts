import { describe, expect, test } from 'vitest'
import { createLedgerReading } from '../reading/ledger-reading.ts'
import { dayMs, hourMs, noon, today, type OpenLedger } from './open-ledger.fixture.ts'

const midnight = Date.parse(today)
const month = { from: midnight - 60 * dayMs, to: midnight + dayMs }

export function countsContract(open: OpenLedger): void {
  describe('counts of events', () => {
    test('add up by hour and by day', async () => {
      await using opened = await open()
      const { ledger, store } = opened
      const reading = createLedgerReading(store)
      await ledger.addCounts({
        counts: [
          { at: noon, name: 'calls', key: 'a', count: 3 },
          { at: noon + hourMs - 1, name: 'calls', key: 'a', count: 4 },
          { at: noon + hourMs, name: 'calls', key: 'b', count: 1 },
          { at: noon, name: 'health', key: 'a', count: 9 },
        ],
      })
      await ledger.addCounts({ counts: [{ at: noon + 5, name: 'calls', key: 'a', count: 10 }] })
      expect(await reading.counts({ name: 'calls', span: 1, ...month })).toEqual([
        { start: noon, key: 'a', count: 17 },
        { start: noon + hourMs, key: 'b', count: 1 },
      ])
      expect(await reading.counts({ name: 'calls', span: 24, ...month })).toEqual([
        { start: midnight, key: 'a', count: 17 },
        { start: midnight, key: 'b', count: 1 },
      ])
      expect(await reading.sumOfCounts({ name: 'calls', span: 1, ...month })).toEqual([
        { key: 'a', count: 17 },
        { key: 'b', count: 1 },
      ])
      expect(await reading.counts({ name: 'calls', span: 1, from: noon + 1, to: noon + hourMs })).toEqual([])
    })

    test('are added at once by many, and none is lost', async () => {
      await using opened = await open()
      const { ledger, store } = opened
      const keys = ['a', 'b', 'c', 'd']
      await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          ledger.addCounts({
            counts: (index % 2 === 0 ? keys : keys.toReversed()).map((key) => ({ at: noon, name: 'calls' as const, key, count: 1 })),
          }),
        ),
      )
      expect(await createLedgerReading(store).sumOfCounts({ name: 'calls', span: 24, ...month })).toEqual(
        keys.map((key) => ({ key, count: 12 })),
      )
    })

    test('of hours go after five weeks, of days after thirteen months', async () => {
      await using opened = await open()
      const { ledger, store } = opened
      const reading = createLedgerReading(store)
      const ages = [0, 34, 36, 399, 402]
      await ledger.addCounts({ counts: ages.map((days) => ({ at: noon - days * dayMs, name: 'health', key: `${days}`, count: 1 })) })
      expect(await ledger.expire({ now: noon, limit: 1000 })).toBe(4)
      const all = { name: 'health', from: 0, to: midnight + dayMs } as const
      const keysOf = async (span: 1 | 24) => (await reading.counts({ ...all, span })).map(({ key }) => key)
      expect(await keysOf(1)).toEqual(['34', '0'])
      expect(await keysOf(24)).toEqual(['399', '36', '34', '0'])
    })
  })
}
