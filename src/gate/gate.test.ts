import { expect, test } from 'vitest'
import { openGateFixture } from './gate.fixture.ts'

test('an offer that goes down asks for no payment and takes none, from that moment until it is available again', async () => {
  const fixture = openGateFixture()
  expect(await fixture.ask(null)).toMatchObject({ kind: 'payment_required' })
  const payment = await fixture.pay()
  fixture.available = 'down'
  for (const credential of [null, payment]) {
    expect(await fixture.ask(credential)).toMatchObject({ kind: 'refused', refusal: { code: 'offer_unavailable' } })
  }
  fixture.available = 'available'
  expect(await fixture.ask(null)).toMatchObject({ kind: 'payment_required' })
})

test('an offer that is down may be asked for again, and one that is switched off may not', async () => {
  const fixture = openGateFixture()
  fixture.available = 'down'
  const down = { code: 'offer_unavailable', options: { retryAfter: 10 } }
  expect(await fixture.ask(null)).toMatchObject({ kind: 'refused', refusal: down })
  fixture.available = 'disabled'
  const outcome = await fixture.ask(await fixture.pay())
  expect(outcome).toMatchObject({ kind: 'refused', refusal: { code: 'offer_unavailable', options: { retryable: false } } })
  expect(outcome).not.toHaveProperty('problem.options.retryAfter')
})
