import { expect, test } from 'vitest'
import { openGateFixture } from './gate.fixture.ts'

test('an offer that goes down asks for no payment and takes none, from that moment until it is available again', async () => {
  const fixture = openGateFixture()
  expect(await fixture.ask(null)).toMatchObject({ kind: 'payment_required' })
  const payment = await fixture.pay()
  fixture.available = 'down'
  for (const credential of [null, payment]) {
    expect(await fixture.ask(credential)).toMatchObject({ kind: 'problem', problem: { code: 'offer_unavailable' } })
  }
  fixture.available = 'available'
  expect(await fixture.ask(null)).toMatchObject({ kind: 'payment_required' })
})
