import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../start-test-service.ts'
import { callWith, receiptOf, signPayment, termsOf } from '../signed-payments.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { FREE_QUOTA_PER_DAY: '3' } })
})
afterAll(() => service?.close())

const estimate = '/v1/settlement/estimate?amount=100'
const remaining = (response: Response) => response.headers.get('x-free-quota-remaining')

test('a daily quota counts down, does not count failed calls, and is not fooled by X-Forwarded-For', async () => {
  const first = await fetch(service.url + estimate)
  expect([first.status, remaining(first)]).toEqual([200, '2'])
  const invalid = await fetch(`${service.url}/v1/settlement/estimate?amount=0`)
  expect([invalid.status, remaining(invalid)]).toEqual([400, '2'])
  // Too little to pay the fees. The product refuses, and the quota is not used.
  const small = await fetch(`${service.url}/v1/settlement/estimate?amount=0.000001`)
  expect(small.status).toBeGreaterThanOrEqual(400)
  expect(remaining(small)).toBe('2')
  for (const address of ['198.51.100.1', '198.51.100.2'])
    expect((await fetch(service.url + estimate, { headers: { 'X-Forwarded-For': address } })).status).toBe(200)
  const spoofed = await fetch(service.url + estimate, { headers: { 'X-Forwarded-For': '198.51.100.3' } })
  expect([spoofed.status, remaining(spoofed)]).toEqual([402, '0'])
})

test('a call that carries a payment uses no quota', async () => {
  const account = await service.payingWallet('1')
  const payment = await signPayment(await termsOf(service.url, estimate), account)
  const response = await callWith(service.url + estimate, payment)
  expect([response.status, remaining(response)]).toEqual([200, '0'])
  expect((await receiptOf(response)).state).toBe('settled')
})
