import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../start-test-service.ts'
import { callWith, priceOfBitcoin, signPayment, termsOf, usdcOf } from '../signed-payments.ts'

const payers = 50
const callsEach = 400
const atOnce = 8
const price = 7_500n

let service: TestService
beforeAll(async () => {
  service = await startTestService({ ownSandbox: { blockMs: 1_000 } })
})
afterAll(() => service?.close())

test('20,000 paid calls on one network are answered and settled in one run, without anybody doing anything', async () => {
  const wallets = await Promise.all(Array.from({ length: payers }, () => service.payingWallet('10')))
  const terms = await termsOf(service.url, priceOfBitcoin)
  const before = await usdcOf(service.chain(), service.sandbox.payTo)
  const statuses = new Map<number, number>()
  const started = performance.now()
  await Promise.all(
    wallets.map(async (wallet) => {
      for (let calls = 0; calls < callsEach; calls += atOnce)
        await Promise.all(
          Array.from({ length: atOnce }, async () => {
            const response = await callWith(service.url + priceOfBitcoin, await signPayment(terms, wallet))
            await response.body?.cancel()
            statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
          }),
        )
    }),
  )
  const seconds = (performance.now() - started) / 1000
  console.log(`${payers * callsEach} paid calls in ${seconds.toFixed(0)} s: ${JSON.stringify([...statuses])}`)
  expect([...statuses]).toEqual([[200, payers * callsEach]])
  expect((await usdcOf(service.chain(), service.sandbox.payTo)) - before).toBe(BigInt(payers * callsEach) * price)
  expect(service.parts.settler.heldBy('eip155:8453')).toBeNull()
})
