import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Deliveries } from '../../ledger/deliveries/delivery.ts'
import type { WatchedAnswer } from '../../offers/watchlist/watched-answer.ts'
import { daysBefore } from '../../offers/watchlist/day.ts'
import { readWatchlistQuery, type WatchlistQuery } from '../../offers/watchlist/watchlist-query.ts'
import { choosePage, itemHash, repeatedMs } from './choose-page.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const today = '2026-11-20'
const ago = (days: number) => daysBefore(today, days)

interface Thing {
  readonly id: string
  readonly day: string
}
function found(things: readonly Thing[], query: Partial<WatchlistQuery> = {}, answeredUntil = today): WatchedAnswer {
  const request = readWatchlistQuery({ limit: '50', since: ago(5), ...query }, now)
  return { request, answeredUntil, asked: false, items: things.map((item) => ({ ...item, item })), body: (page) => page }
}
const things = (count: number, day = ago(1)): Thing[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${day}-${String(index).padStart(3, '0')}`, day }))
const none: Deliveries = { version: 0, sinceDay: null, askedAt: 0, items: [], ofPayer: { positions: 0, items: 0 } }
function given(ids: readonly string[], { hoursAgo = 1, withheld = false, sinceDay = ago(5) } = {}): Deliveries {
  const items = ids.map((id) => ({ item: itemHash(id), deliveredAt: now - hoursAgo * 3_600_000, withheld }))
  return { ...none, version: 1, sinceDay, items }
}
const ids = ({ page }: ReturnType<typeof choosePage>) => page.items.map(({ item }) => (item as Thing).id)
const repeats = ({ page }: ReturnType<typeof choosePage>) =>
  page.items.filter(({ repeated }) => repeated).map(({ item }) => (item as Thing).id)

describe('a page of a watchlist', () => {
  test('has what is new, the oldest first, and sells it', () => {
    const chosen = choosePage(found([...things(2, ago(1)), ...things(2, ago(3))]), none, now)
    expect(ids(chosen)).toEqual([`${ago(3)}-000`, `${ago(3)}-001`, `${ago(1)}-000`, `${ago(1)}-001`])
    expect(chosen.sold.map(({ item }) => item)).toEqual(ids(chosen).map(itemHash))
    expect(chosen.added).toBe(4)
    expect(chosen.page).toMatchObject({ nextSince: today, hasMore: false, cursor: null, repeatsLeftOut: 0 })
  })

  test('repeats what was given in the last 24 hours, and does not sell it', () => {
    const list = things(3)
    const chosen = choosePage(found(list), given([list[0]!.id]), now)
    expect([ids(chosen), repeats(chosen), chosen.sold.length]).toEqual([list.map(({ id }) => id), [list[0]!.id], 2])
    const later = choosePage(found(list), given([list[0]!.id], { hoursAgo: repeatedMs / 3_600_000 }), now)
    expect([ids(later), repeats(later)]).toEqual([list.slice(1).map(({ id }) => id), []])
  })

  test('has nothing from before the first day that was ever asked for, and what appeared late since then', () => {
    const [older, late] = [
      { id: 'older', day: ago(20) },
      { id: 'late', day: ago(12) },
    ]
    expect(ids(choosePage(found([older, late]), none, now))).toEqual([])
    expect(ids(choosePage(found([older, late]), given([], { sinceDay: ago(15) }), now))).toEqual(['late'])
    expect(ids(choosePage(found([older, late], { since: ago(25) }), given([], { sinceDay: ago(15) }), now))).toEqual(['older', 'late'])
  })

  test('looks 30 days back for what appeared late, and no further', () => {
    const [inside, outside] = [
      { id: 'inside', day: ago(35) },
      { id: 'outside', day: ago(36) },
    ]
    expect(ids(choosePage(found([inside, outside]), given([], { sinceDay: ago(100) }), now))).toEqual(['inside'])
  })

  test('has at most as many new items as were asked for, and goes on from the day of the last', () => {
    const list = [...things(3, ago(3)), ...things(3, ago(2))]
    const chosen = choosePage(found(list, { limit: '4' }), none, now)
    expect(ids(chosen)).toEqual(list.slice(0, 4).map(({ id }) => id))
    expect(chosen.page).toMatchObject({ hasMore: true, nextSince: ago(2) })
    const exact = choosePage(found(list, { limit: '6' }), none, now)
    expect(exact.page).toMatchObject({ hasMore: false, nextSince: today, cursor: null })
  })

  test('is followed by the page that its cursor asks for, without what it had', () => {
    const list = [...things(3, ago(3)), ...things(3, ago(2))]
    const first = choosePage(found(list, { limit: '4' }), none, now)
    const delivered = given(ids(first))
    const second = choosePage(found(list, { limit: '4', since: undefined, cursor: first.page.cursor! }), delivered, now)
    expect([ids(second), repeats(second), second.page.hasMore]).toEqual([list.slice(4).map(({ id }) => id), [], false])
    // The caller lost the second page: it comes again, and is not sold again.
    const again = choosePage(
      found(list, { limit: '4', since: undefined, cursor: first.page.cursor! }),
      given(list.map(({ id }) => id)),
      now,
    )
    expect([ids(again), repeats(again), again.sold]).toEqual([ids(second), ids(second), []])
  })

  test('of a cursor leads back to what appeared late before it', () => {
    const list = [...things(3, ago(3)), ...things(3, ago(2))]
    const first = choosePage(found(list, { limit: '4' }), none, now)
    const late = { id: 'late', day: ago(4) }
    const rest = { limit: '4', since: undefined, cursor: first.page.cursor! }
    const second = choosePage(found([...list, late], rest), given(ids(first)), now)
    expect([ids(second), second.page.hasMore, second.page.nextSince]).toEqual([list.slice(4).map(({ id }) => id), false, ago(4)])
    // Somebody who may not be the payer has no record, so each of its pages would lead back to the first.
    expect(choosePage(found([...list, late], rest), null, now).page.nextSince).toBe(today)
  })

  test('goes on past what is repeated: a caller without a cursor is not kept on one page', () => {
    const list = things(5)
    const chosen = choosePage(found(list, { limit: '2' }), given(list.slice(0, 2).map(({ id }) => id)), now)
    expect([ids(chosen), repeats(chosen).length, chosen.page.hasMore]).toEqual([list.slice(0, 4).map(({ id }) => id), 2, true])
  })

  test('repeats the latest 500 items where there are more, and says how many it left out', () => {
    const list = things(700)
    const delivered: Deliveries = {
      ...none,
      version: 1,
      sinceDay: ago(5),
      items: list.map(({ id }, index) => ({ item: itemHash(id), deliveredAt: now - 1000 - index, withheld: false })),
    }
    const chosen = choosePage(found(list), delivered, now)
    expect([ids(chosen), chosen.page.repeatsLeftOut]).toEqual([list.slice(0, 500).map(({ id }) => id), 200])
  })

  test('leaves out what a refused payment may still pay for, and lets nobody go past it', () => {
    const list = [...things(1, ago(4)), ...things(1, ago(1))]
    const chosen = choosePage(found(list), given([list[0]!.id], { withheld: true }), now)
    expect([ids(chosen), chosen.page.nextSince]).toEqual([[list[1]!.id], ago(4)])
  })

  test('sells everything again where that is asked for, but only since that day', () => {
    const list = [...things(2, ago(8)), ...things(2, ago(2))]
    const chosen = choosePage(
      found(list, { redeliver: 'true' }),
      given(
        list.map(({ id }) => id),
        { sinceDay: ago(9) },
      ),
      now,
    )
    expect([ids(chosen), repeats(chosen), chosen.sold.length, chosen.added]).toEqual([list.slice(2).map(({ id }) => id), [], 2, 0])
  })

  test('of somebody who may not be the payer has everything since the day, whatever the payer was given', () => {
    const list = [...things(2, ago(8)), ...things(2, ago(2))]
    expect(ids(choosePage(found(list), null, now))).toEqual(list.slice(2).map(({ id }) => id))
  })

  test('asks again for the days that a source has not answered for', () => {
    expect(choosePage(found(things(1), {}, ago(3)), none, now).page.nextSince).toBe(ago(3))
    expect(choosePage(found(things(1), {}, ago(9)), none, now).page.nextSince).toBe(ago(5))
  })

  test('names an item once that the sources have twice', () => {
    const list = things(2)
    expect(ids(choosePage(found([...list, ...list]), none, now))).toEqual(list.map(({ id }) => id))
  })
})

test('whoever goes on with next_since or with the cursor gets each item once, whatever the limit', () => {
  const days = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 9 }), fc.boolean(), (counts, limit, byCursor) => {
      const all = counts.flatMap((count, index) => things(count, ago(6 - index)))
      const sold: string[] = []
      let query: Partial<WatchlistQuery> = { since: ago(6) }
      for (let more = true, calls = 0; more; calls++) {
        expect(calls).toBeLessThan(60)
        const chosen = choosePage(found(all, { limit: `${limit}`, ...query }), given(sold, { sinceDay: ago(6) }), now)
        sold.push(...chosen.page.items.filter(({ repeated }) => !repeated).map(({ item }) => (item as Thing).id))
        more = chosen.page.hasMore
        query = byCursor && more ? { since: undefined, cursor: chosen.page.cursor! } : { since: chosen.page.nextSince }
      }
      expect(sold).toEqual(all.map(({ id }) => id))
    }),
  )
})
