import { describe, expect, test } from 'vitest'
import { Problem } from '../shared/problems.ts'
import { identityOf } from './identity-of.ts'
import { openTill, price, type Till } from './till.fixture.ts'

const code = (outcome: Awaited<ReturnType<Till['ask']>>) => (outcome.kind === 'problem' ? outcome.problem.code : outcome.kind)
const stateOf = async (till: Till) => (await till.ledger.totals()).map(({ state }) => state)

describe('when the ledger fails', () => {
  test.each(['hotByIdentity', 'pricesSince', 'claim'] as const)(
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

describe('a payment that comes again in other bytes', () => {
  const encodedAnew = (payment: Awaited<ReturnType<Till['pay']>>) => ({ ...payment, hash: `other ${payment.hash}` })

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
