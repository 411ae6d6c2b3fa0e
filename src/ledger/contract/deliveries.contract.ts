import { describe, expect, test } from 'vitest'
import type { Delivery } from '../deliveries/delivery.ts'
import type { Ledger } from '../ledger.ts'
import type { Payment } from '../payments/payment.ts'
import {
  claimed,
  claimedTransfer,
  claimOf,
  dayMs,
  hello,
  noon,
  noonSeconds,
  settlementOf,
  today,
  transferOf,
  wallet,
  type OpenLedger,
} from './open-ledger.fixture.ts'

const payer = wallet(1)
const key = { id: 'p'.repeat(32), payer }
const everything = { ...key, fromDay: '0000-00-00' }

/** A delivery of the items with these names, to a position that had none. */
function deliveryOf(names: readonly string[], changes: Partial<Delivery> = {}): Delivery {
  return { ...key, version: 0, sinceDay: today, items: names.map((item) => ({ item, day: today })), added: names.length, ...changes }
}

async function delivered(ledger: Ledger, payment: Payment, delivery: Delivery, at = noon + 10): Promise<Payment> {
  const served = await ledger.serveDelivery({ ...payment, answer: hello, at, delivery })
  if (served === undefined || served === 'moved_on') throw new Error(`not served: ${served}`)
  return served
}

const names = async (ledger: Ledger) => (await ledger.deliveries(everything)).items.map(({ item }) => item).toSorted()

export function deliveriesContract(open: OpenLedger): void {
  describe('deliveries of a watchlist', () => {
    test('are marked in the unit that stores the answer', async () => {
      await using opened = await open()
      const { ledger } = opened
      expect(await ledger.deliveries(everything)).toEqual({
        version: 0,
        sinceDay: null,
        askedAt: 0,
        items: [],
        ofPayer: { positions: 0, items: 0 },
      })
      const mine = await claimed(ledger, claimOf())
      const served = await delivered(ledger, mine, deliveryOf(['a', 'b']))
      expect(served).toMatchObject({ id: mine.id, state: 'served', epoch: mine.epoch + 1, servedAt: noon + 10 })
      expect(await ledger.answer(mine.id)).toMatchObject({ body: hello.body })
      const read = await ledger.deliveries(everything)
      expect(read).toMatchObject({ version: 1, sinceDay: today, askedAt: noon + 10, ofPayer: { positions: 1, items: 2 } })
      expect(read.items.toSorted((a, b) => (a.item < b.item ? -1 : 1))).toEqual([
        { item: 'a', deliveredAt: noon + 10, withheld: true },
        { item: 'b', deliveredAt: noon + 10, withheld: true },
      ])
    })

    test('are withheld until their payment is settled, and again while its block has vanished', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id } = await delivered(ledger, await claimed(ledger, claimOf()), deliveryOf(['a']))
      const isWithheld = async () => (await ledger.deliveries(everything)).items[0]!.withheld
      expect(await isWithheld()).toBe(true)
      await ledger.settle([settlementOf(id)])
      expect(await isWithheld()).toBe(false)
      await ledger.unsettle({ id, at: noon })
      expect(await isWithheld()).toBe(true)
      await ledger.settle([settlementOf(id)])
      expect(await isWithheld()).toBe(false)
    })

    test('of two calls that read the same position one is told that it has moved on, and writes nothing', async () => {
      await using opened = await open()
      const { ledger } = opened
      const calls = await Promise.all([claimed(ledger, claimOf()), claimed(ledger, claimOf()), claimed(ledger, claimOf())])
      const results = await Promise.all(
        calls.map((one) => ledger.serveDelivery({ ...one, answer: hello, at: noon, delivery: deliveryOf(['a', one.id]) })),
      )
      const winners = calls.filter((_, index) => results[index] !== 'moved_on')
      expect(winners).toHaveLength(1)
      expect(await names(ledger)).toEqual([winners[0]!.id, 'a'].toSorted())
      for (const one of calls) {
        const row = await ledger.find(one.id)
        expect([row!.state, await ledger.answer(one.id)]).toEqual(
          one === winners[0] ? ['served', expect.anything()] : ['claimed', undefined],
        )
      }
      expect(await ledger.deliveries(everything)).toMatchObject({ version: 1, ofPayer: { positions: 1, items: 2 } })
    })

    test('go on from the version that was read', async () => {
      await using opened = await open()
      const { ledger } = opened
      await delivered(ledger, await claimed(ledger, claimOf()), deliveryOf(['a']))
      const second = await claimed(ledger, claimOf())
      for (const version of [0, 2]) {
        const stale = deliveryOf(['b'], { version })
        expect(await ledger.serveDelivery({ ...second, answer: hello, at: noon, delivery: stale })).toBe('moved_on')
      }
      await delivered(ledger, second, deliveryOf(['b', 'c'], { version: 1, sinceDay: '2026-11-01' }), noon + 20)
      expect(await ledger.deliveries(everything)).toMatchObject({ version: 2, sinceDay: '2026-11-01', ofPayer: { positions: 1, items: 3 } })
      const third = await claimed(ledger, claimOf())
      await delivered(ledger, third, deliveryOf(['d'], { version: 2, sinceDay: '2026-11-20' }))
      expect((await ledger.deliveries(everything)).sinceDay).toBe('2026-11-01')
    })

    test('are not marked for a payment that is not claimed any more', async () => {
      await using opened = await open()
      const { ledger } = opened
      const lost = await claimed(ledger, claimOf())
      await ledger.release({ ...lost, reason: 'interrupted', counted: null })
      expect(await ledger.serveDelivery({ ...lost, answer: hello, at: noon, delivery: deliveryOf(['a']) })).toBeUndefined()
      expect(await ledger.deliveries(everything)).toMatchObject({
        version: 0,
        sinceDay: null,
        items: [],
        ofPayer: { positions: 0, items: 0 },
      })
    })

    test('end a free call and a transfer as any answer does', async () => {
      await using opened = await open()
      const { ledger } = opened
      const free = await claimed(ledger, claimOf({ freeCall: { day: today, client: 'one', dailyLimit: 9 } }))
      expect(await delivered(ledger, free, deliveryOf(['a']))).toMatchObject({ state: 'free' })
      const transfer = await claimedTransfer(ledger, transferOf({ bound: true }))
      expect(await delivered(ledger, transfer, deliveryOf(['b'], { version: 1 }))).toMatchObject({ state: 'settled', settledAt: noon + 10 })
      expect(await names(ledger)).toEqual(['a', 'b'])
    })

    test('that are made again are new in time once that is paid for, also when both payments are archived', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id } = await delivered(ledger, await claimed(ledger, claimOf()), deliveryOf(['a']))
      await ledger.settle([settlementOf(id)])
      const standing = async () => (await ledger.deliveries(everything)).items
      const again = await delivered(ledger, await claimed(ledger, claimOf()), deliveryOf(['a'], { version: 1, added: 0 }), noon + 500)
      expect(await standing()).toEqual([{ item: 'a', deliveredAt: noon + 10, withheld: false }])
      await ledger.settle([settlementOf(again.id)])
      expect(await standing()).toEqual([{ item: 'a', deliveredAt: noon + 500, withheld: false }])
      await ledger.unsettle({ id: again.id, at: noon })
      expect(await standing()).toEqual([{ item: 'a', deliveredAt: noon + 10, withheld: false }])
      await ledger.settle([settlementOf(again.id)])
      await ledger.finalize({ ids: [id, again.id] })
      expect(await ledger.archive({ expiredBefore: noonSeconds + 61n, limit: 10 })).toBe(2)
      expect(await standing()).toEqual([{ item: 'a', deliveredAt: noon + 500, withheld: false }])
      expect((await ledger.deliveries(everything)).ofPayer).toEqual({ positions: 1, items: 1 })
    })

    test('that are made again and never paid for stay as they were, and with the payment that paid for them', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id } = await delivered(ledger, await claimed(ledger, claimOf()), deliveryOf(['a']))
      await ledger.settle([settlementOf(id)])
      for (const version of [1, 2]) {
        const again = await delivered(ledger, await claimed(ledger, claimOf()), deliveryOf(['a'], { version, added: 0 }), noon + 500)
        await ledger.refuse({ id: again.id, reason: 'cancelled', at: noon + 600 })
        expect((await ledger.deliveries(everything)).items).toEqual([{ item: 'a', deliveredAt: noon + 10, withheld: false }])
      }
      expect(await ledger.archive({ expiredBefore: noonSeconds + 61n, limit: 10 })).toBe(2)
      expect(await ledger.deliveries(everything)).toMatchObject({
        items: [{ item: 'a', deliveredAt: noon + 10, withheld: false }],
        ofPayer: { items: 1 },
      })
    })

    test('are withheld while their payment is refused, stand when it settles after all, and are taken back when nothing can collect it', async () => {
      await using opened = await open()
      const { ledger } = opened
      const [first, second] = [await claimed(ledger, claimOf()), await claimed(ledger, claimOf())]
      await delivered(ledger, first, deliveryOf(['a', 'b']))
      await delivered(ledger, second, deliveryOf(['c'], { version: 1 }))
      const withheld = async () => Object.fromEntries((await ledger.deliveries(everything)).items.map((one) => [one.item, one.withheld]))
      for (const { id } of [first, second]) await ledger.refuse({ id, reason: 'cancelled', at: noon + 20 })
      expect(await withheld()).toEqual({ a: true, b: true, c: true })
      await ledger.settle([settlementOf(second.id)])
      expect(await withheld()).toEqual({ a: true, b: true, c: false })
      expect(await ledger.archive({ expiredBefore: noonSeconds + 61n, limit: 10 })).toBe(1)
      expect(await withheld()).toEqual({ c: false })
      expect(await ledger.deliveries(everything)).toMatchObject({ ofPayer: { positions: 1, items: 1 } })
    })

    test('stay when their payment is archived, or lost to a reorganisation', async () => {
      await using opened = await open()
      const { ledger } = opened
      const [first, second] = [await claimed(ledger, claimOf()), await claimed(ledger, claimOf())]
      await delivered(ledger, first, deliveryOf(['a']))
      await delivered(ledger, second, deliveryOf(['b'], { version: 1 }))
      await ledger.settle([settlementOf(first.id), settlementOf(second.id)])
      await ledger.unsettle({ id: second.id, at: noon })
      await ledger.reverse({ id: second.id, reason: 'gone', at: noon })
      await ledger.finalize({ ids: [first.id] })
      await ledger.archive({ expiredBefore: noonSeconds + 61n, limit: 10 })
      expect(await ledger.deliveries(everything)).toMatchObject({
        items: [{ withheld: false }, { withheld: false }],
        ofPayer: { items: 2 },
      })
    })

    test('are read from a day on, and for one position', async () => {
      await using opened = await open()
      const { ledger } = opened
      const items = [
        { item: 'old', day: '2026-10-01' },
        { item: 'new', day: '2026-11-01' },
      ]
      await delivered(ledger, await claimed(ledger, claimOf()), deliveryOf([], { items, added: 2 }))
      const other = { ...key, id: 'q'.repeat(32) }
      await delivered(ledger, await claimed(ledger, claimOf()), deliveryOf(['other'], other))
      expect(await ledger.deliveries({ ...key, fromDay: '2026-10-02' })).toMatchObject({
        items: [{ item: 'new' }],
        ofPayer: { positions: 2, items: 3 },
      })
      expect((await ledger.deliveries({ ...other, fromDay: '2026-10-02' })).items).toMatchObject([{ item: 'other' }])
      expect((await ledger.deliveries({ ...other, payer: wallet(2), fromDay: '2026-10-02' })).ofPayer).toEqual({ positions: 0, items: 0 })
    })

    test('a poll that brought nothing is noted with its earliest day, and does not move the position', async () => {
      await using opened = await open()
      const { ledger } = opened
      const mine = await claimed(ledger, claimOf())
      await ledger.notePoll({ ...key, sinceDay: '2026-11-10', at: noon })
      expect(await ledger.deliveries(everything)).toMatchObject({ version: 0, sinceDay: '2026-11-10', askedAt: noon, items: [] })
      await delivered(ledger, mine, deliveryOf(['a']))
      await ledger.notePoll({ ...key, sinceDay: '2026-11-05', at: noon + 1 })
      await ledger.notePoll({ ...key, sinceDay: '2026-11-20', at: noon + 2 })
      expect(await ledger.deliveries(everything)).toMatchObject({
        version: 1,
        sinceDay: '2026-11-05',
        askedAt: noon + 2,
        items: [{ item: 'a' }],
      })
    })

    test('are forgotten after 431 days, and an empty position after 90', async () => {
      await using opened = await open()
      const { ledger } = opened
      await delivered(ledger, await claimed(ledger, claimOf()), deliveryOf(['a']), noon)
      await delivered(ledger, await claimed(ledger, claimOf()), deliveryOf(['b'], { version: 1 }), noon + 10 * dayMs)
      await ledger.notePoll({ ...key, id: 'e'.repeat(32), sinceDay: today, at: noon })
      const expireAt = (days: number) => ledger.expire({ now: noon + days * dayMs + 1, limit: 100 })
      await expireAt(89)
      expect((await ledger.deliveries(everything)).ofPayer).toEqual({ positions: 2, items: 2 })
      await expireAt(90)
      expect((await ledger.deliveries(everything)).ofPayer).toEqual({ positions: 1, items: 2 })
      await expireAt(431)
      expect(await names(ledger)).toEqual(['b'])
      // PostgreSQL drops the position in the run after that of its last delivery.
      for (let runs = 0; runs < 2; runs++) await expireAt(441)
      expect((await ledger.deliveries(everything)).ofPayer).toEqual({ positions: 0, items: 0 })
    })
  })
}
