import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { RpcUnreachable } from '../chain/chain.ts'
import type { Hex } from '../shared/bytes.ts'
import { Problem } from '../shared/problems.ts'
import { identityOf } from './verify/authorization-identity.ts'
import { openGateFixture, price, type GateFixture } from './gate.fixture.ts'

const code = (outcome: Awaited<ReturnType<GateFixture['ask']>>) => (outcome.kind === 'refused' ? outcome.refusal.code : outcome.kind)
const stateOf = async (fixture: GateFixture) => (await fixture.ledger.totals()).map(({ state }) => state)

describe('when the ledger fails', () => {
  test.each(['pricesSince', 'claim'] as const)(
    'before or at the claim (%s) nothing is claimed, and the same payment buys the call later',
    async (unit) => {
      const fixture = openGateFixture()
      const payment = await fixture.pay()
      fixture.broken.add(unit)
      expect(code(await fixture.ask(payment))).toBe('internal_error')
      expect(await stateOf(fixture)).toEqual([])
      fixture.broken.clear()
      expect(code(await fixture.ask(payment))).toBe('answer')
    },
  )

  test('no payment is refused for lack of funds while the ledger cannot be asked', async () => {
    const fixture = openGateFixture()
    const payment = await fixture.pay()
    fixture.broken.add('hotByIdentity')
    fixture.state.balance = 0n
    expect(code(await fixture.ask(payment))).toBe('internal_error')
    fixture.broken.clear()
    expect(code(await fixture.ask(payment))).toBe('invalid_exact_evm_insufficient_balance')
  })

  test('after a claim that was recorded, the claim is released when the payment comes again', async () => {
    const fixture = openGateFixture()
    const payment = await fixture.pay()
    fixture.unanswered.add('claim')
    expect(code(await fixture.ask(payment))).toBe('internal_error')
    expect(await stateOf(fixture)).toEqual(['claimed'])
    fixture.unanswered.clear()
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'refused', refusal: { code: 'run_failed' }, payment: { state: 'released' } })
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: false, payment: { state: 'settled' } })
  })

  test('while the answer is stored, the claim is released, and the same payment buys the call at once', async () => {
    const fixture = openGateFixture()
    const payment = await fixture.pay()
    fixture.broken.add('serve')
    const failed = await fixture.ask(payment)
    expect(failed).toMatchObject({
      kind: 'refused',
      refusal: { code: 'run_failed' },
      payment: { state: 'released', reason: 'interrupted' },
    })
    fixture.broken.clear()
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: false, payment: { state: 'settled' } })
    expect(fixture.inFlight()).toBe(0)
  })

  test('completely, the claim is released when the payment comes again and the ledger works', async () => {
    const fixture = openGateFixture()
    const payment = await fixture.pay()
    fixture.broken.add('serve').add('release')
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'refused', payment: { state: 'claimed' } })
    expect(code(await fixture.ask(payment))).toBe('internal_error')
    fixture.broken.clear()
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'refused', refusal: { code: 'run_failed' }, payment: { state: 'released' } })
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: false, payment: { state: 'settled' } })
  })

  test('completely and the payment does not come again, its lease ends the claim; the caller gets the receipt', async () => {
    const fixture = openGateFixture()
    fixture.broken.add('serve').add('release')
    const failed = await fixture.ask(await fixture.pay())
    expect(failed).toMatchObject({ kind: 'refused', refusal: { code: 'internal_error' }, payment: { state: 'claimed' } })
    expect(fixture.inFlight()).toBe(0)
    const [orphan] = await fixture.ledger.orphans({ now: fixture.clock.at + 600_000, instance: 'here', allInstances: false, limit: 10 })
    expect(orphan).toMatchObject({ state: 'claimed' })
  })

  test('after the answer is stored, the caller is asked to wait and never to pay again', async () => {
    const fixture = openGateFixture()
    const payment = await fixture.pay()
    const settle = fixture.settle
    fixture.settle = () => Promise.reject(new Error('settler: disk full'))
    expect(await fixture.ask(payment)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'settlement_pending' },
      payment: { id: expect.any(String) },
    })
    expect(await stateOf(fixture)).toEqual(['served'])
    fixture.settle = settle
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: true })
  })

  test('a run that failed keeps its payment for the next call', async () => {
    const fixture = openGateFixture()
    const payment = await fixture.pay()
    const { run } = fixture
    fixture.run = () => Promise.reject(new Problem('upstream_unavailable', 'no source answers'))
    fixture.broken.add('release')
    expect(code(await fixture.ask(payment))).toBe('internal_error')
    fixture.broken.clear()
    fixture.run = run
    expect(code(await fixture.ask(payment))).toBe('run_failed')
    expect(code(await fixture.ask(payment))).toBe('answer')
  })
})

describe('a claim that is lost while its product runs', () => {
  test('is not charged, and the caller may send the same payment again', async () => {
    const fixture = openGateFixture()
    const payment = await fixture.pay()
    const { run } = fixture
    fixture.run = async () => {
      const { id, epoch } = (await fixture.ledger.hotByIdentity(identityOf(payment)))!
      await fixture.ledger.release({ id, epoch, reason: 'interrupted', counted: null })
      return run({} as never)
    }
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'refused', refusal: { code: 'run_failed' }, payment: { state: 'released' } })
    fixture.run = run
    expect(code(await fixture.ask(payment))).toBe('answer')
  })
})

const encodedAnew = (payment: Awaited<ReturnType<GateFixture['pay']>>) => ({ ...payment, hash: `other ${payment.hash}` })

describe('a payment that another instance took', () => {
  const troubles: Record<string, (fixture: GateFixture, payer: Hex) => void | Promise<void>> = {
    'nothing is wrong': () => {},
    'the chain says that it was used': (fixture) => void (fixture.state.authorizationUsed = true),
    'its payer has spent the rest': (fixture) => void (fixture.state.balance = 0n),
    'the chain does not answer': (fixture) => void (fixture.payerState = () => Promise.reject(new RpcUnreachable('nobody there'))),
    'no signer can send': (fixture) => void (fixture.stalled = true),
    'its payer was barred later': (fixture, payer) => fixture.ledger.barPayer({ payer, until: fixture.clock.at + 60_000, reason: 'test' }),
    'its payer has code now that takes no signature': (fixture) => void (fixture.state.code = '0x6001'),
    'its payer is no longer admitted': (fixture) => void (fixture.acceptsPayers = false),
    'the offer is down': (fixture) => void (fixture.available = 'down'),
    'its window has passed': (fixture) => void (fixture.clock.at += 600_000),
  }

  test.each(Object.keys(troubles))('is answered again, when %s', async (trouble) => {
    const first = openGateFixture()
    const payment = await first.pay()
    expect(await first.ask(payment)).toMatchObject({ kind: 'answer', replay: false })
    const payer = payment.proof.authorization.from.toLowerCase() as Hex
    const again = openGateFixture(undefined, first.ledger)
    await troubles[trouble]!(again, payer)
    expect(await again.ask(payment)).toMatchObject({ kind: 'answer', replay: true })
    // In other bytes a payment has to be verified, which is not possible in these cases.
    if (['the offer is down', 'its payer is no longer admitted'].includes(trouble)) return
    const third = openGateFixture(undefined, first.ledger)
    await troubles[trouble]!(third, payer)
    expect(await third.ask(encodedAnew(payment))).toMatchObject({ kind: 'answer', replay: true })
    expect(await first.ledger.totals()).toMatchObject([{ state: 'settled', payments: 1n }])
  })

  test('is answered again even when its payer has used all uncharged runs of the hour', async () => {
    const first = openGateFixture()
    const payment = await first.pay()
    await first.ask(payment)
    const again = openGateFixture(undefined, first.ledger)
    const late = await again.pay()
    again.run = () => Promise.reject(new Problem('unknown_name', 'no such name'))
    for (let run = 0; run < 30; run++) expect(code(await again.ask(late))).toBe('unknown_name')
    expect(code(await again.ask(late))).toBe('too_many_uncharged_runs')
    expect(await again.ask(payment)).toMatchObject({ kind: 'answer', replay: true })
  })

  test.each([true, false])(
    'costs questions to the chain once, also when it comes many times at once (used: %s)',
    async (authorizationUsed) => {
      const first = openGateFixture()
      const payment = await first.pay()
      await first.ask(payment)
      const again = openGateFixture(undefined, first.ledger)
      let asked = 0
      again.payerState = async () => {
        asked += 1
        return { ...again.state, authorizationUsed }
      }
      const crowd = await Promise.all(Array.from({ length: 50 }, async () => again.ask(payment)))
      for (const outcome of [...crowd, await again.ask(payment)]) expect(outcome).toMatchObject({ kind: 'answer', replay: true })
      expect(asked).toBe(1)
    },
  )

  test('is answered again to an address of which too many payments were refused', async () => {
    const first = openGateFixture()
    const payment = await first.pay()
    await first.ask(payment)
    const again = openGateFixture(undefined, first.ledger)
    again.state.balance = 0n
    for (let time = 0; time < 1001; time++) await again.ask(await again.pay())
    expect(code(await again.ask(await again.pay()))).toBe('rate_limited')
    // Refused payments of its client do not hold up a payer that has settled. A forged payment of that payer is held up.
    again.state.balance = 10_000_000n
    const key = generatePrivateKey()
    again.history.set(privateKeyToAddress(key), { payments: 1, value: price })
    const own = await again.pay({ privateKey: key })
    const forged = await again.pay({ privateKey: generatePrivateKey() })
    if (forged.proof.kind !== 'authorization') throw new Error('an authorization was signed')
    const authorization = { ...forged.proof.authorization, from: privateKeyToAddress(key) }
    expect(code(await again.ask({ ...forged, proof: { ...forged.proof, authorization } }))).toBe('rate_limited')
    expect(await again.ask(own)).toMatchObject({ kind: 'answer', replay: false })
    expect(await again.ask(payment)).toMatchObject({ kind: 'answer', replay: true })
  })

  test('gives nothing to a caller who forged its signature, whether or not the chain answers', async () => {
    const first = openGateFixture()
    first.settle = async () => ({ kind: 'pending', transaction: null })
    const payment = await first.pay()
    expect(code(await first.ask(payment))).toBe('settlement_pending')
    const { proof } = payment
    const forged = {
      ...encodedAnew(payment),
      proof: { ...proof, authorization: { ...proof.authorization, signature: `0x${'11'.repeat(64)}1b` as const } },
    }
    for (const [trouble, told] of [
      [() => {}, 'invalid_exact_evm_signature'],
      [(fixture: GateFixture) => void (fixture.codes = () => Promise.reject(new RpcUnreachable('nobody there'))), 'network_unavailable'],
      [(fixture: GateFixture) => void (fixture.state.code = '0x6001'), 'invalid_exact_evm_signature'],
    ] as const) {
      const again = openGateFixture(undefined, first.ledger)
      trouble(again)
      expect(code(await again.ask(forged))).toBe(told)
    }
  })

  test('and released may be used again as soon as it can be settled; until then its payer is not told to pay again', async () => {
    const first = openGateFixture()
    const payment = await first.pay()
    first.run = () => Promise.reject(new Error('bug'))
    expect(code(await first.ask(payment))).toBe('run_failed')
    const again = openGateFixture(undefined, first.ledger)
    again.stalled = true
    expect(code(await again.ask(payment))).toBe('network_unavailable')
    again.stalled = false
    expect(await again.ask(payment)).toMatchObject({ kind: 'answer', replay: false })
  })

  test.each(['pricesSince', 'claim'] as const)('is answered again when another unit of the ledger fails (%s)', async (unit) => {
    const first = openGateFixture()
    const payment = await first.pay()
    await first.ask(payment)
    const again = openGateFixture(undefined, first.ledger)
    again.broken.add(unit)
    again.state.authorizationUsed = true
    expect(await again.ask(payment)).toMatchObject({ kind: 'answer', replay: true })
  })
})

describe('a payment that comes again in other bytes', () => {
  test('is known after its window has passed, and its payer is never told to pay again', async () => {
    const fixture = openGateFixture()
    const payment = await fixture.pay()
    expect(code(await fixture.ask(payment))).toBe('answer')
    fixture.clock.at += 600_000
    expect(await fixture.ask(encodedAnew(payment))).toMatchObject({ kind: 'answer', replay: true })
    // A stranger who rebuilt it from calldata learns nothing.
    expect(code(await fixture.ask(encodedAnew(payment), { client: '203.0.113.9' }))).toBe('answer_delivered')
  })

  test('gets the answer of the first call, and is charged once', async () => {
    const fixture = openGateFixture()
    const payment = await fixture.pay()
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: false })
    expect(await fixture.ask(encodedAnew(payment))).toMatchObject({ kind: 'answer', replay: true })
    expect(await fixture.ledger.totals()).toMatchObject([{ state: 'settled', payments: 1n }])
  })

  test.each(['authorizationUsed', 'balance'] as const)(
    'is no refusal either where it came first, and the chain shows the payment as made meanwhile (%s)',
    async (member) => {
      const fixture = openGateFixture()
      const payment = await fixture.pay()
      const asked = Promise.withResolvers<void>()
      const ready = Promise.withResolvers<void>()
      const usual = fixture.payerState
      fixture.payerState = async () => {
        asked.resolve()
        await ready.promise
        return { ...fixture.state, ...(member === 'balance' ? { balance: 0n } : { authorizationUsed: true }) }
      }
      const late = fixture.ask(encodedAnew(payment))
      await asked.promise
      const slow = fixture.payerState
      fixture.payerState = usual
      expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: false })
      fixture.payerState = slow
      ready.resolve()
      expect(await late).toMatchObject({ kind: 'answer', replay: true })
    },
  )

  test('and with another signature is refused because it does not fit the terms', async () => {
    const fixture = openGateFixture()
    const payment = await fixture.pay()
    await fixture.ask(payment)
    fixture.clock.at += 600_000
    const { proof } = payment
    const forged = { ...proof, authorization: { ...proof.authorization, signature: `0x${'11'.repeat(65)}` as const } }
    expect(await fixture.ask({ ...encodedAnew(payment), proof: forged })).toMatchObject({
      kind: 'refused',
      refusal: { status: 402 },
      payment: null,
    })
  })
})

describe('quota calls', () => {
  test('that fail give their unit back, and an answer does not fail when the quota cannot be read', async () => {
    const fixture = openGateFixture({ kind: 'daily-quota', price })
    const { run } = fixture
    fixture.run = () => Promise.reject(new Error('bug'))
    expect(await fixture.ask(null)).toMatchObject({ kind: 'refused', quota: { limit: 25, remaining: 25 } })
    fixture.broken.add('returnQuota')
    expect(await fixture.ask(null)).toMatchObject({ kind: 'refused', refusal: { code: 'run_failed' }, quota: { remaining: 24 } })
    fixture.run = run
    while ((await fixture.ask(null)).kind === 'answer');
    fixture.broken.add('quotaLeft')
    expect(await fixture.ask(await fixture.pay())).toMatchObject({ kind: 'answer', payment: { state: 'settled' } })
  })
})

test('while no signer can send, a new payment is not claimed and may come again; a claimed one is answered', async () => {
  const fixture = openGateFixture()
  const [earlier, later] = [await fixture.pay(), await fixture.pay()]
  await fixture.ask(earlier)
  fixture.stalled = true
  expect(await fixture.ask(later)).toMatchObject({ kind: 'refused', refusal: { code: 'network_unavailable', options: { retryAfter: 10 } } })
  expect(await fixture.ask(earlier)).toMatchObject({ kind: 'answer', replay: true })
  expect(await stateOf(fixture)).toEqual(['settled'])
  fixture.stalled = false
  expect(code(await fixture.ask(later))).toBe('answer')
})
