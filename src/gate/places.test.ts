import { expect, test } from 'vitest'
import { answer } from '../offers/offer.ts'
import { createCallPlaces } from '../shared/call-places.ts'
import { openGateFixture, price } from './gate.fixture.ts'

/** A gate whose offer serves one call at a time. */
function open() {
  const places = createCallPlaces(1)
  return openGateFixture({ kind: 'fixed', price }, undefined, { settle: 'first', admit: places.enter })
}

test('a call without a place is refused before its payment is claimed, and the payment buys the next place', async () => {
  const fixture = open()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  fixture.run = async () => {
    begun.resolve()
    await ended
    return answer({ thing: 1 })
  }
  const first = fixture.ask(await fixture.pay())
  await begun.promise
  const payment = await fixture.pay()
  expect(await fixture.ask(payment)).toMatchObject({ problem: { code: 'overloaded', options: { retryAfter: 5 } }, payment: null })
  expect((await fixture.ledger.totals()).map(({ state }) => state)).toEqual(['running'])
  end()
  expect(await first).toMatchObject({ kind: 'answer' })
  expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', payment: { state: 'settled' } })
})

test('a stored answer needs no place', async () => {
  const fixture = open()
  const payment = await fixture.pay()
  expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: false })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  fixture.run = async () => {
    begun.resolve()
    await ended
    return answer({ thing: 2 })
  }
  const other = fixture.ask(await fixture.pay())
  await begun.promise
  expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: true })
  end()
  expect(await other).toMatchObject({ kind: 'answer' })
})

test('a call that is refused for another reason gives its place back', async () => {
  const fixture = open()
  fixture.state.balance = 0n
  expect(await fixture.ask(await fixture.pay())).toMatchObject({ kind: 'payment_required' })
  fixture.state.balance = 10_000_000n
  expect(await fixture.ask(await fixture.pay())).toMatchObject({ kind: 'answer' })
})
