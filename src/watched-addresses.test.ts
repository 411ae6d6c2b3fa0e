import { expect, test } from 'vitest'
import type { Hex } from './shared/bytes.ts'
import { createWatchedAddresses } from './watched-addresses.ts'

const day = 86_400_000
const now = Date.parse('2026-11-21T12:00:00Z')
const account = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`
const idAt = (ms: number, number = 0) => ms.toString(16).padStart(12, '0') + number.toString(16).padStart(20, '0')

function open() {
  const payments: { id: string; payer: Hex }[] = []
  const state = { now, read: 0 }
  const watched = createWatchedAddresses({
    fixed: ['0xABCDEF0000000000000000000000000000000001'],
    clock: { now: () => state.now },
    ledger: {
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
  return { payments, state, watched }
}

test('named addresses are watched in whatever case they are written, others are not', () => {
  const { watched } = open()
  expect(watched.isWatched('0xabcdef0000000000000000000000000000000001')).toBe(true)
  expect(watched.isWatched(account(2))).toBe(false)
})

test('who paid in the last 30 days is watched, from the next refresh on', async () => {
  const { payments, state, watched } = open()
  payments.push({ id: idAt(now - 31 * day), payer: account(1) }, { id: idAt(now - 29 * day), payer: account(2) })
  await watched.refreshWatched()
  expect([1, 2, 3].map((number) => watched.isWatched(account(number)))).toEqual([false, true, false])
  state.now += 60_000
  // Its id is older than the refresh before, since it was written a little later.
  payments.push({ id: idAt(now - 5_000), payer: account(3) })
  await watched.refreshWatched()
  expect(watched.isWatched(account(3))).toBe(true)
})

test('many payments are taken in over several refreshes', async () => {
  const { payments, state, watched } = open()
  for (let number = 0; number < 10_000; number++) payments.push({ id: idAt(now - day, number), payer: account(number) })
  await watched.refreshWatched()
  expect(state.read).toBe(4_000)
  expect(watched.isWatched(account(9_999))).toBe(false)
  await watched.refreshWatched()
  await watched.refreshWatched()
  expect(watched.isWatched(account(9_999))).toBe(true)
})
