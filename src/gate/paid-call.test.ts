import { describe, expect, test } from 'vitest'
import { RpcUnreachable } from '../chain/chain.ts'
import type { Hex } from '../shared/bytes.ts'
import { Problem } from '../shared/problems.ts'
import { identityOf } from './identity-of.ts'
import { openTill, price, type Till } from './till.fixture.ts'

const code = (outcome: Awaited<ReturnType<Till['ask']>>) => (outcome.kind === 'problem' ? outcome.problem.code : outcome.kind)
const stateOf = async (till: Till) => (await till.ledger.totals()).map(({ state }) => state)

describe('when the ledger fails', () => {
  test.each(['pricesSince', 'claim'] as const)(
    'before or at the claim (%s) nothing is claimed, and the same payment buys the call later',
    async (unit) => {
      const till = openTill()
      const payment = await till.pay()
      till.broken.add(unit)
      expect(code(await till.ask(payment))).toBe('internal_error')
      expect(await stateOf(till)).toEqual([])
      till.broken.clear()
      expect(code(await till.ask(payment))).toBe('answer')
    },
  )

  test('nothing is refused for want of funds that the ledger could explain', async () => {
    const till = openTill()
    const payment = await till.pay()
    till.broken.add('hotByIdentity')
    till.state.balance = 0n
    expect(code(await till.ask(payment))).toBe('internal_error')
    till.broken.clear()
    expect(code(await till.ask(payment))).toBe('payment_required')
  })

  test('at a claim that is on record though nobody said so, it is given up when the payment comes again', async () => {
    const till = openTill()
    const payment = await till.pay()
    till.unanswered.add('claim')
    expect(code(await till.ask(payment))).toBe('internal_error')
    expect(await stateOf(till)).toEqual(['claimed'])
    till.unanswered.clear()
    expect(await till.ask(payment)).toMatchObject({ kind: 'problem', problem: { code: 'run_failed' }, payment: { state: 'released' } })
    expect(await till.ask(payment)).toMatchObject({ kind: 'answer', replay: false, payment: { state: 'settled' } })
  })

  test('while the answer is stored the claim is given up, and the same payment buys the call at once', async () => {
    const till = openTill()
    const payment = await till.pay()
    till.broken.add('serve')
    const failed = await till.ask(payment)
    expect(failed).toMatchObject({
      kind: 'problem',
      problem: { code: 'run_failed' },
      payment: { state: 'released', reason: 'interrupted' },
    })
    till.broken.clear()
    expect(await till.ask(payment)).toMatchObject({ kind: 'answer', replay: false, payment: { state: 'settled' } })
    expect(till.inFlight()).toBe(0)
  })

  test('altogether, the claim is given up when the payment comes again, and not before the ledger can', async () => {
    const till = openTill()
    const payment = await till.pay()
    till.broken.add('serve').add('release')
    expect(await till.ask(payment)).toMatchObject({ kind: 'problem', payment: { state: 'claimed' } })
    expect(code(await till.ask(payment))).toBe('internal_error')
    till.broken.clear()
    expect(await till.ask(payment)).toMatchObject({ kind: 'problem', problem: { code: 'run_failed' }, payment: { state: 'released' } })
    expect(await till.ask(payment)).toMatchObject({ kind: 'answer', replay: false, payment: { state: 'settled' } })
  })

  test('altogether, the claim is left to its lease where nobody comes again, with its receipt named', async () => {
    const till = openTill()
    till.broken.add('serve').add('release')
    const failed = await till.ask(await till.pay())
    expect(failed).toMatchObject({ kind: 'problem', problem: { code: 'internal_error' }, payment: { state: 'claimed' } })
    expect(till.inFlight()).toBe(0)
    const [orphan] = await till.ledger.orphans({ now: till.clock.at + 600_000, instance: 'here', allInstances: false, limit: 10 })
    expect(orphan).toMatchObject({ state: 'claimed' })
  })

  test('after the answer is stored, the caller is told to wait and never to pay again', async () => {
    const till = openTill()
    const payment = await till.pay()
    const settle = till.settle
    till.settle = () => Promise.reject(new Error('settler: disk full'))
    expect(await till.ask(payment)).toMatchObject({
      kind: 'problem',
      problem: { code: 'settlement_pending' },
      payment: { id: expect.any(String) },
    })
    expect(await stateOf(till)).toEqual(['served'])
    till.settle = settle
    expect(await till.ask(payment)).toMatchObject({ kind: 'answer', replay: true })
  })

  test('a run that failed keeps its payment for the next call', async () => {
    const till = openTill()
    const payment = await till.pay()
    const { run } = till
    till.run = () => Promise.reject(new Problem('upstream_unavailable', 'no source answers'))
    till.broken.add('release')
    expect(code(await till.ask(payment))).toBe('internal_error')
    till.broken.clear()
    till.run = run
    expect(code(await till.ask(payment))).toBe('run_failed')
    expect(code(await till.ask(payment))).toBe('answer')
  })
})

describe('a claim that is lost while its product runs', () => {
  test('is not charged, and the caller learns that it may send the same payment again', async () => {
    const till = openTill()
    const payment = await till.pay()
    const { run } = till
    till.run = async () => {
      const { id, epoch } = (await till.ledger.hotByIdentity(identityOf(payment)))!
      await till.ledger.release({ id, epoch, reason: 'interrupted', counted: false, hour: '2026-11-21T12', at: till.clock.at })
      return run()
    }
    expect(await till.ask(payment)).toMatchObject({ kind: 'problem', problem: { code: 'run_failed' }, payment: { state: 'released' } })
    till.run = run
    expect(code(await till.ask(payment))).toBe('answer')
  })
})

const encodedAnew = (payment: Awaited<ReturnType<Till['pay']>>) => ({ ...payment, hash: `other ${payment.hash}` })

describe('a payment that another instance took', () => {
  const troubles: Record<string, (till: Till, payer: Hex) => void | Promise<void>> = {
    'nothing is the matter': () => {},
    'the chain says that it was used': (till) => void (till.state.authorizationUsed = true),
    'its payer has spent the rest': (till) => void (till.state.balance = 0n),
    'the chain does not answer': (till) => void (till.payerState = () => Promise.reject(new RpcUnreachable('nobody there'))),
    'no signer can send': (till) => void (till.stalled = true),
    'its payer was barred since': (till, payer) => till.ledger.barPayer({ payer, until: till.clock.at + 60_000, reason: 'test' }),
    'its payer has code now that takes no signature': (till) => void (till.state.code = '0x6001'),
    'its payer is not admitted any more': (till) => void (till.admits = false),
    'the offer is down': (till) => void (till.available = 'down'),
    'its window has passed': (till) => void (till.clock.at += 600_000),
  }

  test.each(Object.keys(troubles))('is answered again, when %s', async (trouble) => {
    const first = openTill()
    const payment = await first.pay()
    expect(await first.ask(payment)).toMatchObject({ kind: 'answer', replay: false })
    const payer = payment.proof.authorization.from.toLowerCase() as Hex
    const again = openTill(undefined, first.ledger)
    await troubles[trouble]!(again, payer)
    expect(await again.ask(payment)).toMatchObject({ kind: 'answer', replay: true })
    // In other bytes a payment has to prove itself, for which there is no time or no leave here.
    if (['the offer is down', 'its payer is not admitted any more'].includes(trouble)) return
    const third = openTill(undefined, first.ledger)
    await troubles[trouble]!(third, payer)
    expect(await third.ask(encodedAnew(payment))).toMatchObject({ kind: 'answer', replay: true })
    expect(await first.ledger.totals()).toMatchObject([{ state: 'settled', payments: 1n }])
  })

  test('is answered again though its payer has had all the uncharged runs of the hour', async () => {
    const first = openTill()
    const payment = await first.pay()
    await first.ask(payment)
    const again = openTill(undefined, first.ledger)
    const late = await again.pay()
    again.run = () => Promise.reject(new Error('bug'))
    for (let run = 0; run < 30; run++) expect(code(await again.ask(late))).toBe('run_failed')
    expect(code(await again.ask(late))).toBe('too_many_uncharged_runs')
    expect(await again.ask(payment)).toMatchObject({ kind: 'answer', replay: true })
  })

  test.each([true, false])(
    'costs questions to the chain once, also when it comes many times at once (used: %s)',
    async (authorizationUsed) => {
      const first = openTill()
      const payment = await first.pay()
      await first.ask(payment)
      const again = openTill(undefined, first.ledger)
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

  test('is answered again to an address that has had too many refused', async () => {
    const first = openTill()
    const payment = await first.pay()
    await first.ask(payment)
    const again = openTill(undefined, first.ledger)
    again.state.balance = 0n
    for (let time = 0; time < 1001; time++) await again.ask(await again.pay())
    expect(code(await again.ask(await again.pay()))).toBe('rate_limited')
    expect(await again.ask(payment)).toMatchObject({ kind: 'answer', replay: true })
  })

  test('gives nothing to who forged its signature, whatever can be asked now', async () => {
    const first = openTill()
    first.settle = async () => ({ kind: 'pending', transaction: null })
    const payment = await first.pay()
    expect(code(await first.ask(payment))).toBe('settlement_pending')
    const { proof } = payment
    const forged = {
      ...encodedAnew(payment),
      proof: { ...proof, authorization: { ...proof.authorization, signature: `0x${'11'.repeat(64)}1b` as const } },
    }
    for (const [trouble, told] of [
      [() => {}, 'payment_required'],
      [(till: Till) => void (till.codes = () => Promise.reject(new RpcUnreachable('nobody there'))), 'network_unavailable'],
      [(till: Till) => void (till.state.code = '0x6001'), 'payment_required'],
    ] as const) {
      const again = openTill(undefined, first.ledger)
      trouble(again)
      expect(code(await again.ask(forged))).toBe(told)
    }
  })

  test('and released may be used again as soon as it can be settled: until then nobody is told to pay another one', async () => {
    const first = openTill()
    const payment = await first.pay()
    first.run = () => Promise.reject(new Error('bug'))
    expect(code(await first.ask(payment))).toBe('run_failed')
    const again = openTill(undefined, first.ledger)
    again.stalled = true
    expect(code(await again.ask(payment))).toBe('network_unavailable')
    again.stalled = false
    expect(await again.ask(payment)).toMatchObject({ kind: 'answer', replay: false })
  })

  test.each(['pricesSince', 'claim'] as const)('is answered again though the ledger fails at something else (%s)', async (unit) => {
    const first = openTill()
    const payment = await first.pay()
    await first.ask(payment)
    const again = openTill(undefined, first.ledger)
    again.broken.add(unit)
    again.state.authorizationUsed = true
    expect(await again.ask(payment)).toMatchObject({ kind: 'answer', replay: true })
  })
})

describe('a payment that comes again in other bytes', () => {
  test('is known though its window has passed, and is never told to pay again', async () => {
    const till = openTill()
    const payment = await till.pay()
    expect(code(await till.ask(payment))).toBe('answer')
    till.clock.at += 600_000
    expect(await till.ask(encodedAnew(payment))).toMatchObject({ kind: 'answer', replay: true })
    // To a stranger who rebuilt it from calldata it says nothing.
    expect(code(await till.ask(encodedAnew(payment), { client: '203.0.113.9' }))).toBe('answer_delivered')
  })

  test('is answered from the first, and charged once', async () => {
    const till = openTill()
    const payment = await till.pay()
    expect(await till.ask(payment)).toMatchObject({ kind: 'answer', replay: false })
    expect(await till.ask(encodedAnew(payment))).toMatchObject({ kind: 'answer', replay: true })
    expect(await till.ledger.totals()).toMatchObject([{ state: 'settled', payments: 1n }])
  })

  test.each(['authorizationUsed', 'balance'] as const)(
    'is no refusal either where it came first, and the chain shows the payment as made meanwhile (%s)',
    async (member) => {
      const till = openTill()
      const payment = await till.pay()
      const asked = Promise.withResolvers<void>()
      const ready = Promise.withResolvers<void>()
      const usual = till.payerState
      till.payerState = async () => {
        asked.resolve()
        await ready.promise
        return { ...till.state, ...(member === 'balance' ? { balance: 0n } : { authorizationUsed: true }) }
      }
      const late = till.ask(encodedAnew(payment))
      await asked.promise
      const slow = till.payerState
      till.payerState = usual
      expect(await till.ask(payment)).toMatchObject({ kind: 'answer', replay: false })
      till.payerState = slow
      ready.resolve()
      expect(await late).toMatchObject({ kind: 'answer', replay: true })
    },
  )

  test('and with another signature is a payment that does not fit the terms', async () => {
    const till = openTill()
    const payment = await till.pay()
    await till.ask(payment)
    till.clock.at += 600_000
    const { proof } = payment
    const forged = { ...proof, authorization: { ...proof.authorization, signature: `0x${'11'.repeat(65)}` as const } }
    expect(await till.ask({ ...encodedAnew(payment), proof: forged })).toMatchObject({ kind: 'payment_required', payment: null })
  })
})

describe('quota calls', () => {
  test('that fail give their unit back, and an answer does not fail for want of a figure', async () => {
    const till = openTill({ kind: 'daily-quota', price })
    const { run } = till
    till.run = () => Promise.reject(new Error('bug'))
    expect(await till.ask(null)).toMatchObject({ kind: 'problem', quota: { limit: 25, remaining: 25 } })
    till.broken.add('returnQuota')
    expect(await till.ask(null)).toMatchObject({ kind: 'problem', problem: { code: 'run_failed' }, quota: { remaining: 24 } })
    till.run = run
    till.broken.add('quotaLeft')
    expect(await till.ask(await till.pay())).toMatchObject({ kind: 'answer', payment: { state: 'settled' } })
  })
})

test('while no signer can send, a new payment is asked to come again, unclaimed; one that was claimed is answered', async () => {
  const till = openTill()
  const [earlier, later] = [await till.pay(), await till.pay()]
  await till.ask(earlier)
  till.stalled = true
  expect(await till.ask(later)).toMatchObject({ kind: 'problem', problem: { code: 'network_unavailable', options: { retryAfter: 10 } } })
  expect(await till.ask(earlier)).toMatchObject({ kind: 'answer', replay: true })
  expect(await stateOf(till)).toEqual(['settled'])
  till.stalled = false
  expect(code(await till.ask(later))).toBe('answer')
})
