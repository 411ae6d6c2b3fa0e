import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test, vi } from 'vitest'
import { answer } from '../../offers/offer.ts'
import { createCallPlaces } from '../../shared/call-places.ts'
import { openGateFixture, price } from '../gate.fixture.ts'

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
  expect(await fixture.ask(payment)).toMatchObject({ refusal: { code: 'overloaded', options: { retryAfter: 5 } }, payment: null })
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
  expect(await fixture.ask(await fixture.pay())).toMatchObject({ kind: 'refused', refusal: { status: 402 } })
  fixture.state.balance = 10_000_000n
  expect(await fixture.ask(await fixture.pay())).toMatchObject({ kind: 'answer' })
})

describe('callers who want more places than there are', () => {
  /** A gate of eight places, and calls that stay at work. */
  function crowded() {
    const places = createCallPlaces(8)
    const fixture = openGateFixture({ kind: 'fixed', price }, undefined, { settle: 'first', admit: places.enter })
    const working: (() => void)[] = []
    fixture.run = async () => {
      await new Promise<void>((end) => working.push(end))
      return answer({ thing: 1 })
    }
    /** Sends calls of new wallets until none of them gets a place any longer. */
    async function fill(client: string): Promise<number> {
      const before = working.length
      for (;;) {
        const sent = working.length
        const asked = fixture.ask(await fixture.pay({ privateKey: generatePrivateKey() }), { client })
        const outcome = await Promise.race([asked, vi.waitUntil(() => working.length > sent, { timeout: 60_000 }).then(() => null)])
        if (outcome !== null) return working.length - before
      }
    }
    return { fixture, working, fill }
  }

  test('get half of them as new wallets of one client, and another client is served', async () => {
    const { fixture, working, fill } = crowded()
    expect(await fill('192.0.2.9')).toBe(4)
    const asked = fixture.ask(await fixture.pay(), { client: '198.51.100.1' })
    await vi.waitUntil(() => working.length === 5, { timeout: 60_000 })
    for (const end of working) end()
    expect(await asked).toMatchObject({ kind: 'answer' })
  })

  test('do not take those of a payer that has settled, though they send payments in its name', async () => {
    const { fixture, working, fill } = crowded()
    const key = generatePrivateKey()
    const customer = privateKeyToAddress(key)
    fixture.history.set(customer, { payments: 1, value: price })
    for (const client of ['192.0.2.9', '203.0.113.9']) await fill(client)
    // The customer's address, and the signature of somebody else.
    const forged = await fixture.pay({ privateKey: generatePrivateKey() })
    const { authorization } = forged.proof
    const asCustomer = { ...forged, proof: { ...forged.proof, authorization: { ...authorization, from: customer } } } as typeof forged
    expect(await fixture.ask(asCustomer, { client: '192.0.2.9' })).toMatchObject({ refusal: { code: 'overloaded' } })
    const asked = fixture.ask(await fixture.pay({ privateKey: key }), { client: '192.0.2.9' })
    await vi.waitUntil(() => working.length === 7, { timeout: 60_000 })
    for (const end of working) end()
    expect(await asked).toMatchObject({ kind: 'answer' })
  })
})
