import { expect, test } from 'vitest'
import { paymentRefusal } from '../../payments/wire/refusals.ts'
import { openGateFixture } from '../gate.fixture.ts'
import { refuse, refused } from '../outcome.ts'
import { createRecentRefusals } from './recent-refusals.ts'

const received = (from: string) => ({ kind: 'x402', hash: '', credential: { proof: { authorization: { from } } } }) as never
const wallet = '0x00000000000000000000000000000000000000AA'

function open() {
  const clock = { now: () => time }
  let time = 1_000
  return { refusals: createRecentRefusals(clock), at: (now: number) => void (time = now) }
}

test('one code is one entry, which counts on and keeps what was said last', () => {
  const { refusals, at } = open()
  refusals.note(received(wallet), 'one', refuse('payer_barred', 'first'))
  at(2_000)
  refusals.note(received(wallet), 'two', refuse('overloaded', 'full'))
  at(3_000)
  refusals.note(received(wallet.toLowerCase()), 'three', refuse('payer_barred', 'second'))
  expect(refusals.of(wallet)).toMatchObject([
    { code: 'payer_barred', said: 'second', offer: 'three', times: 2, lastAt: 3_000 },
    { code: 'overloaded', said: 'full', offer: 'two', times: 1, lastAt: 2_000 },
  ])
})

test('what a sender wrote neither moves the cursor of a terminal nor fills the memory', () => {
  const { refusals } = open()
  const refusal = paymentRefusal('invalid_challenge', { field: 'challenge.id', received: `\u001b[2J\u202e${'x'.repeat(5_000)}` })
  refusals.note(received(wallet), 'one', refused(refusal))
  const [{ said } = { said: '' }] = refusals.of(wallet)
  expect(said).toMatch(/^Challenge is not ours, or not for this route \(challenge.id\): received {1,2}\[2J x+$/)
  expect(said.length).toBeLessThanOrEqual(300)
})

test('other wallets have none of it; what is forgotten is gone', () => {
  const { refusals } = open()
  refusals.note(received(wallet), 'one', refuse('overloaded', 'full'))
  expect(refusals.of(wallet.replace('AA', 'BB'))).toEqual([])
  refusals.forget(wallet)
  expect(refusals.of(wallet)).toEqual([])
})

test('a flood of wallets that do not exist takes bounded room', () => {
  const { refusals } = open()
  for (let n = 0; n < 10_001; n++) refusals.note(received(`0x${n}`), 'one', refuse('overloaded', 'full'))
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
