import { describe, expect, test } from 'vitest'
import { answer, uncharged } from '../../offers/offer.ts'
import { Problem } from '../../shared/problems.ts'
import { openGateFixture, price, type GateFixture } from '../gate.fixture.ts'
import { prepareInput } from '../input/prepared-input.ts'

const open = (options = {}, ledger?: GateFixture['ledger']) =>
  openGateFixture({ kind: 'fixed', price }, ledger, { settle: 'first', ...options })
const fail =
  (code: 'run_failed' | 'no_data' = 'run_failed') =>
  () =>
    Promise.reject(new Problem(code, 'It did not work.'))
const elsewhere = { client: '198.51.100.7' }

/** A run that begins and waits until it is told how it ends. */
function heldRun(fixture: GateFixture) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  fixture.run = async () => {
    begun.resolve()
    await promise
    return answer({ thing: 1 })
  }
  return { begun: begun.promise, end: resolve }
}

describe('an offer that is settled first', () => {
  test('begins its work when its payment is settled, and not before', async () => {
    const fixture = open()
    const seen: string[] = []
    const { settle } = fixture
    fixture.settle = async (payment, waitMs) => {
      seen.push(`settles ${payment.state}`)
      return settle(payment, waitMs)
    }
    fixture.run = async () => {
      seen.push(`works, ${(await fixture.ledger.totals()).map(({ state }) => state).join()}`)
      return answer({ thing: 1 })
    }
    const outcome = await fixture.ask(await fixture.pay())
    expect(seen).toEqual(['settles ordered', 'works, running'])
    expect(outcome).toMatchObject({ kind: 'answer', replay: false, payment: { state: 'settled', timing: 'first', runs: 1 } })
  })

  test('gives its stored answer again, and does no work twice', async () => {
    const fixture = open()
    const payment = await fixture.pay()
    await fixture.ask(payment)
    fixture.run = fail()
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: true, payment: { state: 'settled', runs: 1 } })
  })

  test('does no work for a payment that could not be settled, and charges nothing', async () => {
    const fixture = open()
    let worked = 0
    fixture.run = async () => answer({ worked: (worked += 1) })
    const reason = 'invalid_exact_evm_insufficient_balance'
    fixture.settle = async ({ id }) => ({
      kind: 'refused',
      payment: (await fixture.ledger.refuse({ id, reason, at: fixture.clock.at }))!,
      reason,
    })
    const payment = await fixture.pay()
    for (const _ of [1, 2]) expect(await fixture.ask(payment)).toMatchObject({ kind: 'refused', refusal: { code: reason } })
    expect(worked).toBe(0)
  })

  test('does the work of a payment that is settled late when the payment comes again', async () => {
    const fixture = open()
    const { settle } = fixture
    fixture.settle = async () => ({ kind: 'pending', transaction: null })
    const payment = await fixture.pay()
    expect(await fixture.ask(payment)).toMatchObject({ refusal: { code: 'settlement_pending' }, payment: { state: 'ordered' } })
    fixture.settle = settle
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: false, payment: { state: 'settled', runs: 1 } })
  })

  test('gives the first call of a wallet free, without a settlement, unless the offer ends that', async () => {
    const cheap = { kind: 'fixed', price: 7_500n } as const
    for (const firstCallFree of [true, false]) {
      const fixture = openGateFixture(cheap, undefined, { settle: 'first', firstCallFree })
      let settled = 0
      const { settle } = fixture
      fixture.settle = (payment, waitMs) => {
        settled += 1
        return settle(payment, waitMs)
      }
      const outcome = await fixture.ask(await fixture.pay({ value: 7_500n }))
      expect(outcome).toMatchObject({ kind: 'answer', payment: { state: firstCallFree ? 'free' : 'settled' } })
      expect(settled).toBe(firstCallFree ? 0 : 1)
    }
  })
})

describe('a payment whose work failed after its settlement', () => {
  test('is a credit: the same payment begins the work again, three times in all', async () => {
    const fixture = open()
    const payment = await fixture.pay()
    fixture.run = fail()
    for (const runsLeft of [2, 1, 0])
      expect(await fixture.ask(payment)).toMatchObject({
        refusal: { code: 'run_failed', options: { extra: { credit: { runsLeft } } } },
        payment: { state: 'credit', reason: 'run_failed' },
      })
    fixture.run = async () => answer({ thing: 1 })
    expect(await fixture.ask(payment)).toMatchObject({ refusal: { code: 'credit_used_up' }, payment: { state: 'credit', runs: 3 } })
  })

  test('buys the answer of the next run, for any request of the same offer', async () => {
    const fixture = open()
    const payment = await fixture.pay()
    fixture.run = fail('no_data')
    const failed = await fixture.ask(payment)
    expect(failed).toMatchObject({ refusal: { code: 'no_data', status: 404 }, payment: { state: 'credit' } })
    fixture.run = async () => answer({ thing: 2 })
    const again = await fixture.ask(payment, { input: otherInput(fixture) })
    expect(again).toMatchObject({ kind: 'answer', replay: false, payment: { state: 'settled', runs: 2 } })
    expect(await fixture.ask(payment, { input: otherInput(fixture) })).toMatchObject({ kind: 'answer', replay: true })
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'refused', refusal: { code: 'payment_already_used' } })
  })

  test('stays a credit after an answer that is not worth its price', async () => {
    const fixture = open()
    const payment = await fixture.pay()
    fixture.run = async () => uncharged({ nothing: true }, 'nothing_new', 'upstream')
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', payment: { state: 'credit', reason: 'nothing_new', runs: 1 } })
    fixture.run = async () => answer({ thing: 1 })
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', payment: { state: 'settled', runs: 2 } })
  })

  test('is of no use to somebody who read its signature from the chain', async () => {
    const fixture = open()
    const payment = await fixture.pay()
    fixture.run = fail()
    await fixture.ask(payment, { idempotencyKey: 'key-of-the-payer' })
    fixture.run = async () => answer({ thing: 1 })
    expect(await fixture.ask(payment, elsewhere)).toMatchObject({ refusal: { code: 'credit_not_yours' } })
    expect(await fixture.ask(payment, { ...elsewhere, idempotencyKey: 'key-of-the-payer' })).toMatchObject({ kind: 'answer' })
  })

  test('begins its work once when it comes many times at once', async () => {
    const fixture = open()
    const payment = await fixture.pay()
    fixture.run = fail()
    await fixture.ask(payment)
    let worked = 0
    fixture.run = async () => answer({ worked: (worked += 1) })
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => fixture.ask(payment)))
    expect(worked).toBe(1)
    expect(outcomes.filter(({ kind }) => kind === 'answer').length).toBeGreaterThan(0)
    const others = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome.refusal.code] : []))
    expect(new Set(others).size <= 1 && (others[0] ?? 'payment_in_flight')).toBe('payment_in_flight')
    expect(await fixture.ledger.totals()).toMatchObject([{ state: 'settled', payments: 1n }])
  })

  test('is not spent on a source that is down, nor on a call that comes too late', async () => {
    const fixture = open()
    const payment = await fixture.pay()
    fixture.run = fail()
    await fixture.ask(payment)
    fixture.available = 'down'
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'refused', payment: { state: 'credit', runs: 1 } })
    fixture.available = 'available'
    expect(await fixture.ask(payment, { arrivedAt: fixture.clock.at - 900 })).toMatchObject({
      refusal: { code: 'credit_waiting' },
      payment: { state: 'credit', runs: 1 },
    })
  })

  test('is found at another instance, where nothing is known of it', async () => {
    const fixture = open()
    const payment = await fixture.pay()
    fixture.run = fail()
    await fixture.ask(payment)
    const other = open({}, fixture.ledger)
    other.state.authorizationUsed = true
    expect(await other.ask(payment)).toMatchObject({ kind: 'answer', payment: { state: 'settled', runs: 2 } })
  })
})

describe('when the ledger fails around work that was paid for', () => {
  test.each([
    ['order', 'released'],
    ['beginRun', 'credit'],
    ['serveRun', 'credit'],
  ] as const)('%s: the payment is %s, and buys the answer when it comes again', async (unit, state) => {
    const fixture = open()
    const payment = await fixture.pay()
    fixture.broken.add(unit)
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'refused' })
    expect(await fixture.ledger.totals()).toMatchObject([{ state }])
    fixture.broken.clear()
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', payment: { state: 'settled' } })
    expect(fixture.inFlight()).toBe(0)
  })

  test('completely, the work is ended when the payment comes again', async () => {
    const fixture = open()
    const payment = await fixture.pay()
    fixture.broken.add('serveRun').add('failRun')
    expect(await fixture.ask(payment)).toMatchObject({ refusal: { code: 'credit_waiting' }, payment: { state: 'running' } })
    fixture.broken.clear()
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', payment: { state: 'settled', runs: 2 } })
  })

  test('or the answer came to be stored all the same, the stored answer is given', async () => {
    const fixture = open()
    const payment = await fixture.pay()
    fixture.unanswered.add('serveRun')
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'refused' })
    fixture.unanswered.clear()
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: true, payment: { state: 'settled', runs: 1 } })
  })

  test('a call that waits for another instance begins the work when that one gives it up', async () => {
    const fixture = open()
    const payment = await fixture.pay()
    const held = heldRun(fixture)
    const first = fixture.ask(payment)
    await held.begun
    const other = open({}, fixture.ledger)
    const second = other.ask(payment)
    await fixture.ledger.endAbandonedRuns({ now: fixture.clock.at + 600_000, instance: 'there', allInstances: false, limit: 10 })
    expect(await second).toMatchObject({ kind: 'answer', payment: { state: 'settled', runs: 2 } })
    held.end()
    expect(await first).toMatchObject({ refusal: { code: 'credit_waiting' }, payment: { state: 'settled' } })
  })
})

function otherInput(fixture: GateFixture) {
  return { ...prepareInput(fixture.offer, { path: {}, query: {}, body: undefined }), fingerprint: () => 'of another request' }
}
