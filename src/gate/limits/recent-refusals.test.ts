import { expect, test } from 'vitest'
import { Problem } from '../../shared/problems.ts'
import { openGateFixture } from '../gate.fixture.ts'
import { problemOutcome } from '../offer-call.ts'
import { createRecentRefusals } from './recent-refusals.ts'

const received = (from: string) => ({ kind: 'x402', hash: '', credential: { proof: { authorization: { from } } } }) as never
const wallet = '0x00000000000000000000000000000000000000AA'
const refused = (code: ConstructorParameters<typeof Problem>[0], detail: string) => problemOutcome(new Problem(code, detail))

function open() {
  const clock = { now: () => time }
  let time = 1_000
  return { refusals: createRecentRefusals(clock), at: (now: number) => void (time = now) }
}

test('one code is one entry, which counts on and keeps what was said last', () => {
  const { refusals, at } = open()
  refusals.note(received(wallet), 'one', refused('payer_barred', 'first'))
  at(2_000)
  refusals.note(received(wallet), 'two', refused('overloaded', 'full'))
  at(3_000)
  refusals.note(received(wallet.toLowerCase()), 'three', refused('payer_barred', 'second'))
  expect(refusals.of(wallet)).toMatchObject([
    { code: 'payer_barred', said: 'second', offer: 'three', times: 2, lastAt: 3_000 },
    { code: 'overloaded', said: 'full', offer: 'two', times: 1, lastAt: 2_000 },
  ])
})

test('what a sender wrote neither moves the cursor of a terminal nor fills the memory', () => {
  const { refusals } = open()
  const outcome = {
    kind: 'payment_required',
    refusal: { reason: 'invalid_challenge', field: 'challenge.id', received: `\u001b[2J\u202e${'x'.repeat(5_000)}` },
    payment: null,
  }
  refusals.note(received(wallet), 'one', outcome as never)
  const [{ said } = { said: '' }] = refusals.of(wallet)
  expect(said).toMatch(/^Challenge is not ours, or not for this route \(challenge.id, received {1,2}\[2J x+$/)
  expect(said.length).toBeLessThanOrEqual(300)
})

test('answers, terms for calls without a payment, and other wallets are no refusals of a wallet; what is forgotten is gone', () => {
  const { refusals } = open()
  refusals.note(received(wallet), 'one', { kind: 'answer', payment: null } as never)
  refusals.note(received(wallet), 'one', { kind: 'payment_required', refusal: null, payment: null } as never)
  expect(refusals.of(wallet)).toEqual([])
  refusals.note(received(wallet), 'one', refused('overloaded', 'full'))
  expect(refusals.of(wallet.replace('AA', 'BB'))).toEqual([])
  refusals.forget(wallet)
  expect(refusals.of(wallet)).toEqual([])
})

test('a flood of wallets that do not exist takes bounded room', () => {
  const { refusals } = open()
  for (let n = 0; n < 10_001; n++) refusals.note(received(`0x${n}`), 'one', refused('overloaded', 'full'))
  expect(refusals.of('0x0')).toEqual([])
  expect(refusals.of('0x10000')).toHaveLength(1)
})

test('the gate notes what it refuses, before the claim', async () => {
  const fixture = openGateFixture()
  const payment = await fixture.pay()
  if (payment.proof.kind !== 'authorization') throw new Error('not an authorization')
  fixture.state.balance = 0n
  await fixture.ask(payment)
  expect(fixture.recentRefusals.of(payment.proof.authorization.from)).toMatchObject([
    { code: 'invalid_exact_evm_insufficient_balance', offer: 'thing', times: 1 },
  ])
})
