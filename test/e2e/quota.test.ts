import { afterAll, beforeAll, expect, test } from 'vitest'
import { callWith, openStage, receiptOf, signPayment, termsOf, type Stage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env: { FREE_QUOTA_PER_DAY: '3' } })
})
afterAll(() => stage?.close())

const estimate = '/v1/settlement/estimate?amount=100'
const remaining = (response: Response) => response.headers.get('x-free-quota-remaining')

test('a daily quota counts down, gives back what failed, and is not fooled by X-Forwarded-For', async () => {
  const first = await fetch(stage.url + estimate)
  expect([first.status, remaining(first)]).toEqual([200, '2'])
  const invalid = await fetch(`${stage.url}/v1/settlement/estimate?amount=0`)
  expect([invalid.status, remaining(invalid)]).toEqual([400, '2'])
  // Too little to pay the fees from: the product itself says no, and the unit comes back.
  const small = await fetch(`${stage.url}/v1/settlement/estimate?amount=0.000001`)
  expect(small.status).toBeGreaterThanOrEqual(400)
  expect(remaining(small)).toBe('2')
  for (const address of ['198.51.100.1', '198.51.100.2'])
    expect((await fetch(stage.url + estimate, { headers: { 'X-Forwarded-For': address } })).status).toBe(200)
  const spoofed = await fetch(stage.url + estimate, { headers: { 'X-Forwarded-For': '198.51.100.3' } })
  expect([spoofed.status, remaining(spoofed)]).toEqual([402, '0'])
})

test('a call that carries a payment uses no quota', async () => {
  const account = await stage.payingWallet('1')
  const payment = await signPayment(await termsOf(stage.url, estimate), account)
  const response = await callWith(stage.url + estimate, payment)
  expect([response.status, remaining(response)]).toEqual([200, '0'])
  expect((await receiptOf(response)).state).toBe('settled')
})
