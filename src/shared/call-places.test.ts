import { expect, test } from 'vitest'
import { createCallPlaces } from './call-places.ts'
import type { Caller } from './caller.ts'

const newPayer = (index: number, client = 'a client'): Caller => ({ standing: 'new', client, payer: `wallet ${index}` })
const settled = (payer: string): Caller => ({ standing: 'settled', client: 'a client', payer })
const places = () => createCallPlaces(8)

/** How many places callers get who never leave them. */
const taken = (of: ReturnType<typeof places>, callers: readonly Caller[]) => callers.filter((caller) => of.enter(caller) !== null).length
const times = (count: number, caller: (index: number) => Caller) => Array.from({ length: count }, (_, index) => caller(index))

test('new wallets of one client have half of the places, and a wallet of another client finds one', () => {
  const all = places()
  expect(
    taken(
      all,
      times(1_000, (index) => newPayer(index)),
    ),
  ).toBe(4)
  expect(all.enter(newPayer(0, 'another client'))).not.toBeNull()
})

test('new wallets of any clients leave a quarter of the places to payers that have settled', () => {
  const all = places()
  expect(
    taken(
      all,
      times(1_000, (index) => newPayer(index, `client ${index}`)),
    ),
  ).toBe(6)
  expect(
    taken(
      all,
      times(9, () => settled('a')),
    ),
  ).toBe(2)
})

test('a payer that has settled has three quarters of the places, whatever its client has', () => {
  const all = places()
  expect(
    taken(
      all,
      times(9, () => settled('a')),
    ),
  ).toBe(6)
  expect(
    taken(
      all,
      times(9, () => settled('b')),
    ),
  ).toBe(2)
})

test('a place is given back once', () => {
  const all = createCallPlaces(1)
  const place = all.enter(newPayer(0))
  expect(all.enter(settled('a'))).toBeNull()
  place?.leave()
  place?.leave()
  expect([all.enter(settled('a')), all.enter(settled('b'))].filter((one) => one !== null)).toHaveLength(1)
})
