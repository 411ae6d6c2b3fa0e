import { describe, expect, test } from 'vitest'
import { openGateFixture, type GateFixture } from '../gate.fixture.ts'

const code = (outcome: { readonly kind: string }) => outcome.kind
const stateOf = async (fixture: GateFixture) => (await fixture.ledger.totals()).map(({ state }) => state)

test('an authorization that the chain takes for expired is refused before it is claimed, and bars nobody', async () => {
  const fixture = openGateFixture()
  // The chain's clock is five minutes ahead of ours: for it the authorization, good for five, has no time left.
  const seconds = BigInt(Math.floor(fixture.clock.at / 1000))
  fixture.state.timestamp = seconds + 300n
  expect(await fixture.ask(await fixture.pay())).toMatchObject({
    kind: 'refused',
    refusal: {
      code: 'invalid_exact_evm_payload_authorization_valid_before',
      options: { expected: expect.stringContaining('clock of the chain') },
    },
  })
  expect(await stateOf(fixture)).toEqual([])
  // The same payer signs for longer, and passes.
  expect(code(await fixture.ask(await fixture.pay({ validBefore: seconds + 600n })))).toBe('answer')
})

describe('a payer who is screened', () => {
  test('and sanctioned gets a 403 before anything is claimed; what was bought before is still answered', async () => {
    const fixture = openGateFixture()
    const earlier = await fixture.pay()
    await fixture.ask(earlier)
    fixture.screening = { verdict: 'sanctioned', by: 'the sanctions list ofac' }
    expect(await fixture.ask(await fixture.pay())).toMatchObject({
      kind: 'refused',
      refusal: { code: 'payer_sanctioned', status: 403, message: expect.stringContaining('the sanctions list ofac') },
      payment: null,
    })
    expect(await stateOf(fixture)).toEqual(['settled'])
    expect(await fixture.ask(earlier)).toMatchObject({ kind: 'answer', replay: true })
  })

  test('without an answer waits, and the same payment buys the call later', async () => {
    const fixture = openGateFixture()
    fixture.screening = { verdict: 'unknown' }
    const payment = await fixture.pay()
    expect(await fixture.ask(payment)).toMatchObject({
      refusal: { code: 'screening_unavailable', status: 503, options: { retryAfter: expect.any(Number) } },
    })
    expect(await stateOf(fixture)).toEqual([])
    fixture.screening = { verdict: 'clear' }
    expect(code(await fixture.ask(payment))).toBe('answer')
  })
})
