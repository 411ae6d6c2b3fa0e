import { expect, test } from 'vitest'
import { Problem } from '../../shared/problems.ts'
import { openGateFixture, price } from '../gate.fixture.ts'

function open() {
  const state = { refuses: true }
  const refuse = () => (state.refuses ? new Problem('text_too_long', 'It is too long.') : null)
  return { state, fixture: openGateFixture({ kind: 'fixed', price }, undefined, { settle: 'first', refuse }) }
}

test('an input that its offer refuses gets no terms, and its payment is not claimed and buys another call', async () => {
  const { state, fixture } = open()
  expect(await fixture.ask(null)).toMatchObject({ kind: 'refused', refusal: { code: 'text_too_long' } })
  const payment = await fixture.pay()
  expect(await fixture.ask(payment)).toMatchObject({ refusal: { code: 'text_too_long' }, payment: null })
  expect(await fixture.ledger.totals()).toEqual([])
  state.refuses = false
  expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', payment: { state: 'settled' } })
})

test('a stored answer is given again, although its offer would refuse the input by now', async () => {
  const { state, fixture } = open()
  state.refuses = false
  const payment = await fixture.pay()
  await fixture.ask(payment)
  state.refuses = true
  expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: true })
})
