import { expect, test } from 'vitest'
import { readCallCountKey, type CallSource } from '../shared/call-count.ts'
import type { CountName } from '../shared/counts.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { Problem } from '../shared/problems.ts'
import { createCallRecorder } from './call-recorder.ts'
import { paymentRefusal, type PaymentRefusalCode } from '../payments/wire/refusals.ts'
import type { OfferCall } from './offer-call.ts'
import { refused, type GateOutcome } from './outcome.ts'

const offer = { id: 'qr' } as OfferCall['offer']
const none = { kind: 'none' } as const
const x402 = { kind: 'credential', credential: { kind: 'x402' } } as OfferCall['credential']
const malformed: OfferCall['credential'] = { kind: 'refused', refusal: paymentRefusal('malformed_credential') }
const paidBy = (state: string, payer = '0x1') => ({ state, payer }) as NonNullable<GateOutcome['payment']>
const answer = (payment: GateOutcome['payment'], replay = false) => ({ kind: 'answer', payment, replay }) as GateOutcome
const terms = { kind: 'payment_required', payment: null } as GateOutcome
const refusedPayment = (code: PaymentRefusalCode) => refused(paymentRefusal(code))

function open() {
  const keys: [CountName, string][] = []
  const instead: string[] = []
  const record = createCallRecorder({
    clock: { now: () => 1_250 },
    metrics: silentMetrics,
    counts: {
      add(name, key, other) {
        keys.push([name, key])
        if (other) instead.push(other())
      },
    },
    ownWallets: new Set(['0xabc']),
  })
  return { record, keys, instead }
}

const source: CallSource = { software: 'curl', via: 'x402scan.com' }

test.each<[string, OfferCall['credential'], GateOutcome, Record<string, unknown>]>([
  ['terms for a call without a payment', none, terms, { outcome: 'asked', protocol: '', own: false }],
  [
    'a refused payment',
    x402,
    refusedPayment('payment_already_used'),
    { outcome: 'refused', protocol: 'x402', detail: 'payment_already_used' },
  ],
  ['a credential that can not be read', malformed, refusedPayment('malformed_credential'), { outcome: 'refused', protocol: 'mpp' }],
  ['a settled answer', x402, answer(paidBy('settled')), { outcome: 'settled', own: false }],
  ['an answer before its settlement', x402, answer(paidBy('served')), { outcome: 'pending' }],
  ['an answer that was not charged', x402, answer(paidBy('uncharged')), { outcome: 'uncharged' }],
  ['an answer that is given again', x402, answer(paidBy('settled'), true), { outcome: 'replayed' }],
  ['a free answer', none, answer(null), { outcome: 'free' }],
  ['an answer for a wallet of the operator', x402, answer(paidBy('settled', '0xabc')), { outcome: 'settled', own: true }],
  [
    'a call that was paid for and failed',
    x402,
    { kind: 'refused', refusal: new Problem('upstream_failed', 'x'), payment: paidBy('credit') },
    { outcome: 'failed', detail: 'upstream_failed' },
  ],
  [
    'a call that was wrong',
    none,
    { kind: 'refused', refusal: new Problem('invalid_input', 'x'), payment: null },
    { outcome: 'problem', detail: 'invalid_input' },
  ],
])('%s is counted as what it is', (_, credential, outcome, expected) => {
  const { record, keys, instead } = open()
  record({ offer, credential, source }, 1_000, outcome)
  const key = keys.find(([name]) => name === 'calls')![1]
  expect(readCallCountKey(key)).toMatchObject({ offer: 'qr', ...source, ...expected })
  expect(readCallCountKey(instead[0]!)).toMatchObject({ offer: 'qr', software: 'other', via: 'other', ...expected })
})

test('terms and settled answers are timed, each for itself', () => {
  const { record, keys } = open()
  record({ offer, credential: none }, 1_250, terms)
  record({ offer, credential: x402 }, 1_000, answer(paidBy('settled')))
  record({ offer, credential: x402 }, 1_000, answer(paidBy('settled'), true))
  expect(keys.filter(([name]) => name !== 'calls')).toEqual([
    ['terms-ms', '1'],
    ['paid-ms', '400'],
  ])
})
