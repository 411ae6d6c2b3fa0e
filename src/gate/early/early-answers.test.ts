import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { EarlyExposure } from '../../ledger/payments/early/early-exposure.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { silentLog } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { createEarlyAnswers, type EarlyAnswersParts, type EarlySettings } from './early-answers.ts'
import { openGateFixture, price, type GateFixture } from '../gate.fixture.ts'
import type { GateOutcome } from '../outcome.ts'

const settings: EarlySettings = { answerAfter: 'verified', perPayer: 2n * price, perClient: 3n * price, perDay: 10n * price }

const addressOf = (key: `0x${string}`) => privateKeyToAddress(key).toLowerCase()

function fixtureWith(early: EarlySettings = settings): GateFixture {
  return openGateFixture(undefined, undefined, { early })
}

/** A wallet that has settled so much. */
function knownWallet(fixture: GateFixture, payments = 2) {
  const privateKey = generatePrivateKey()
  fixture.history.set(addressOf(privateKey), { payments, value: BigInt(payments) * price })
  return { privateKey, buy: async (client = '192.0.2.1') => fixture.ask(await fixture.pay({ privateKey }), { client }) }
}

const stateOf = (outcome: Awaited<ReturnType<GateFixture['ask']>>) => (outcome.kind === 'answer' ? outcome.payment?.state : outcome.kind)
/** Every settlement that is begun stays open. */
const never = (fixture: GateFixture) =>
  (fixture.settle = async (_, waitMs) => (waitMs === 0 ? new Promise(() => {}) : { kind: 'pending', transaction: null }))

const fixOf = (outcome: GateOutcome) => (outcome.kind === 'refused' ? outcome.refusal.options.fix : undefined)

describe('an answer before its settlement', () => {
  test('does not wait for a settlement that it has begun, and its repetition does not either', async () => {
    const fixture = fixtureWith()
    never(fixture)
    const { privateKey } = knownWallet(fixture)
    const payment = await fixture.pay({ privateKey })
    const first = await fixture.ask(payment)
    expect(first).toMatchObject({ kind: 'answer', replay: false, payment: { state: 'served', timing: 'early' } })
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: true, payment: { state: 'served' } })
  })

  test('is on record before it is sent: where it cannot be stored, nothing is sent', async () => {
    const fixture = fixtureWith()
    const { buy } = knownWallet(fixture)
    fixture.broken.add('serveEarly')
    expect(stateOf(await buy())).toBe('refused')
  })

  test('is for payers with history only, up to the bounds, and the others wait', async () => {
    const fixture = fixtureWith()
    never(fixture)
    fixture.history.clear()
    const stranger = generatePrivateKey()
    expect(await fixture.ask(await fixture.pay({ privateKey: stranger }))).toMatchObject({ refusal: { code: 'settlement_pending' } })
    const known = knownWallet(fixture)
    expect([stateOf(await known.buy()), stateOf(await known.buy()), stateOf(await known.buy())]).toEqual(['served', 'served', 'refused'])
    const neighbour = knownWallet(fixture)
    expect([stateOf(await neighbour.buy()), stateOf(await neighbour.buy())]).toEqual(['served', 'refused'])
    expect(stateOf(await neighbour.buy('192.0.2.2'))).toBe('served')
  })

  test('is refused to a payer that owes one, with the receipt, the amount and the place to pay it', async () => {
    const fixture = fixtureWith()
    never(fixture)
    const { privateKey, buy } = knownWallet(fixture)
    const credential = await fixture.pay({ privateKey })
    const first = await fixture.ask(credential)
    const { id } = (first as { payment: Payment }).payment
    await fixture.ledger.bookOwed({ id, reason: 'gone', day: '2026-11-21', at: fixture.clock.at })
    for (const outcome of [await buy(), await fixture.ask(credential)]) {
      expect(outcome).toMatchObject({ kind: 'refused', payment: { id }, refusal: { code: 'payment_owed' } })
      expect(fixOf(outcome)).toContain(`http://shop/v1/receipts/${id}/payment`)
      expect(fixOf(outcome)).toContain('owes 0.05 USDC')
    }
  })
})

function answersWith(changes: Partial<EarlyAnswersParts> & { exposure?: EarlyExposure } = {}) {
  const said: string[] = []
  const counted: string[] = []
  const log: Log = {
    ...silentLog,
    warn: (_: unknown, text: string) => void said.push(text),
    error: (_: unknown, text: string) => void said.push(text),
  }
  const metrics: Metrics = {
    ...silentMetrics,
    counter: (name) => ({ add: (labels) => void (name.includes('alarms') && counted.push(labels!['alarm']!)) }),
  }
  const parts: EarlyAnswersParts = {
    settings,
    offers: () => [],
    ledger: {
      serveEarly: async () => undefined,
      earlyExposure: async () => changes.exposure ?? { open: 0n, lost: 0n, owedPayments: 0, owedAmount: 0n },
    },
    settler: {
      networks: new Set(['eip155:8453']),
      heldBy: () => null,
      settledBy: () => 1,
      settledValueBy: () => price,
      hasSettledBefore: async () => true,
    },
    unsettled: { base: 4, max: 256 },
    clock: { now: () => Date.UTC(2026, 10, 21) },
    log,
    metrics,
    ...changes,
  }
  return { answers: createEarlyAnswers(parts), parts, said, counted }
}

const offer = { id: 'thing' } as AnyOffer
const payment = { network: 'eip155:8453', authorization: {}, free: false, timing: 'after' } as unknown as Payment

describe('a payment is considered for an early answer', () => {
  test('by the setting, unless its offer says otherwise', async () => {
    const { answers } = answersWith()
    expect(await answers.considers(offer, payment, true)).toBe(true)
    expect(await answers.considers({ ...offer, answerAfter: 'confirmed' } as AnyOffer, payment, true)).toBe(false)
    const off = answersWith({ settings: { ...settings, answerAfter: 'confirmed' } }).answers
    expect(await off.considers(offer, payment, true)).toBe(false)
    expect(await off.considers({ ...offer, answerAfter: 'verified' } as AnyOffer, payment, true)).toBe(true)
  })

  test('never from a contract, by a transfer, where the call is free or settled first', async () => {
    const { answers } = answersWith()
    expect(await answers.considers(offer, payment, false)).toBe(false)
    for (const change of [{ authorization: null }, { free: true }, { timing: 'first' }, { network: 'eip155:1' }])
      expect(await answers.considers(offer, { ...payment, ...change } as Payment, true)).toBe(false)
  })

  test('never where nothing can be sent now, a facilitator settles, or the payer is new', async () => {
    const { parts } = answersWith()
    for (const change of [{ heldBy: () => 'gas_budget' }, { wouldSettle: async () => null }, { hasSettledBefore: async () => false }])
      expect(await answersWith({ settler: { ...parts.settler, ...change } }).answers.considers(offer, payment, true)).toBe(false)
  })
})

describe('the operator', () => {
  test.each([
    [79n, []],
    [80n, ['day_nearly_used']],
    [100n, ['day_nearly_used', 'day_used']],
  ])('is told once a day what is used up: at %d %% %j', async (percent, alarms) => {
    const used = (settings.perDay * percent) / 100n
    const { answers, counted, said } = answersWith({ exposure: { open: used - 5n, lost: 5n, owedPayments: 1, owedAmount: 5n } })
    for (let times = 0; times < 3; times++) await answers.refresh()
    expect(counted).toEqual(alarms)
    expect(said).toHaveLength(alarms.length)
    expect(answers.status()).toMatchObject({ open: used - 5n, lost: 5n, settings })
  })

  test('is told when an answer had to wait for lack of room', async () => {
    const ledger = {
      earlyExposure: answersWith().parts.ledger.earlyExposure,
      serveEarly: async () => ({ payment, objection: 'day', used: 0n }) as const,
    }
    const { answers, counted } = answersWith({ ledger })
    await answers.serve(payment, { status: 200, contentType: '', body: new Uint8Array() }, Date.UTC(2026, 10, 21))
    expect(counted).toEqual(['day_used'])
  })
})
