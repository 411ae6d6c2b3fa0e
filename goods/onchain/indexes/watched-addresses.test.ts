import { expect, test } from 'vitest'
import type { Hex } from '../../../src/shared/bytes.ts'
import { createWatchedAddresses } from './watched-addresses.ts'

const day = 86_400_000
const now = Date.parse('2026-11-21T12:00:00Z')
const account = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`
const idAt = (ms: number, number = 0) => ms.toString(16).padStart(12, '0') + number.toString(16).padStart(20, '0')

function open() {
  const payments: { id: string; payer: Hex }[] = []
  const state = { now, read: 0 }
  const { watched, refreshWatched } = createWatchedAddresses({
    timers: { sleep: async () => {} },
    fixed: ['0xABCDEF0000000000000000000000000000000001'],
    clock: { now: () => state.now },
    books: {
      async payersSince({ after, limit }) {
        const found = payments
          .filter(({ id }) => id > after)
          .toSorted((one, other) => (one.id < other.id ? -1 : 1))
          .slice(0, limit)
        state.read += found.length
        return found
      },
    },
  })
  return { payments, state, list: watched, refreshWatched }
}

test('named addresses are watched in whatever case they are written, others are not', () => {
  const { list } = open()
  expect(list.isWatched('0xabcdef0000000000000000000000000000000001')).toBe(true)
  expect(list.isWatched(account(2))).toBe(false)
})

test('payers of the last 30 days are watched, from the next refresh on', async () => {
  const { payments, state, list, refreshWatched } = open()
  payments.push({ id: idAt(now - 31 * day), payer: account(1) }, { id: idAt(now - 29 * day), payer: account(2) })
  await refreshWatched()
  expect([1, 2, 3].map((number) => list.isWatched(account(number)))).toEqual([false, true, false])
  state.now += 60_000
  // Its id is older than the refresh before, since it was written a little later.
  payments.push({ id: idAt(now - 5_000), payer: account(3) })
  await refreshWatched()
  expect(list.isWatched(account(3))).toBe(true)
})

test('all payments of the last 30 days are added before anything is read, later ones over several refreshes', async () => {
  const { payments, state, list, refreshWatched } = open()
  for (let number = 0; number < 10_000; number++) payments.push({ id: idAt(now - day, number), payer: account(number) })
  await refreshWatched()
  expect(state.read).toBe(10_000)
  expect(list.isWatched(account(9_999))).toBe(true)
  for (let number = 10_000; number < 16_000; number++) payments.push({ id: idAt(now, number), payer: account(number) })
  await refreshWatched()
  expect(list.isWatched(account(15_999))).toBe(false)
  await refreshWatched()
  expect(list.isWatched(account(15_999))).toBe(true)
})

test('lists the addresses that became watched after a place in that order, and all of them from the beginning', async () => {
  const { payments, list, refreshWatched } = open()
  const first = list.watchedAfter(0)
  expect(first.addresses).toEqual(['0xabcdef0000000000000000000000000000000001'])
  payments.push({ id: idAt(now, 1), payer: account(1) }, { id: idAt(now, 2), payer: account(2) }, { id: idAt(now, 3), payer: account(1) })
  await refreshWatched()
  const second = list.watchedAfter(first.place)
  expect(second.addresses).toEqual([account(1), account(2)])
  expect(list.watchedAfter(second.place)).toEqual({ addresses: [], place: second.place })
  expect(new Set(list.watchedAfter(0).addresses)).toEqual(new Set([...first.addresses, account(1), account(2)]))
})

test('a payer that was dropped for later ones and pays again is listed again', async () => {
  const { payments, list, refreshWatched } = open()
  for (let number = 0; number < 100_001; number++) payments.push({ id: idAt(now - day, number), payer: account(number) })
  await refreshWatched()
  const { place } = list.watchedAfter(0)
  expect(list.isWatched(account(0))).toBe(false)
  payments.push({ id: idAt(now, 200_000), payer: account(0) })
  await refreshWatched()
  expect(list.watchedAfter(place).addresses).toEqual([account(0)])
})
