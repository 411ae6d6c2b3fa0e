import { describe, expect, test } from 'vitest'
import { openTill } from './till.fixture.ts'

describe('an offer that has just gone down', () => {
  test('is still asked a price for, but for no longer than a quarter of a second', async () => {
    const till = openTill()
    expect(await till.ask(null)).toMatchObject({ kind: 'payment_required' })
    till.available = 'down'
    till.clock.at += 249
    expect(await till.ask(null)).toMatchObject({ kind: 'payment_required' })
    till.clock.at += 1
    expect(await till.ask(null)).toMatchObject({ kind: 'problem', problem: { code: 'offer_unavailable' } })
    till.available = 'available'
    expect(await till.ask(null)).toMatchObject({ kind: 'payment_required' })
  })

  test('takes no payment any more, and from then on nobody is asked for one', async () => {
    const till = openTill()
    expect(await till.ask(null)).toMatchObject({ kind: 'payment_required' })
    till.available = 'down'
    expect(await till.ask(await till.pay())).toMatchObject({ kind: 'problem', problem: { code: 'offer_unavailable' } })
    expect(await till.ask(null)).toMatchObject({ kind: 'problem', problem: { code: 'offer_unavailable' } })
  })
})
