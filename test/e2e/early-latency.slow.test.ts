import { expect, test } from 'vitest'
import { systemTimers } from '../../src/ops/system.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { callWith, priceOfBitcoin, receiptOf, signPayment, termsOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

const payers = 100
const callsEach = 5
/** Between two calls of all payers together, so that the test measures waits and not the processor. */
const everyMs = 40

/** Time from sending a signed payment to the whole answer, in milliseconds, with the gas that each payment took. */
async function measure(service: TestService, wallets: readonly Account[]) {
  const terms = await termsOf(service.url, priceOfBitcoin)
  const times: number[] = []
  const answers: Response[] = []
  const calls: Promise<void>[] = []
  for (let round = 0; round < callsEach; round++) {
    for (const wallet of wallets) {
      const payment = await signPayment(terms, wallet)
      const call = async () => {
        const started = performance.now()
        const response = await callWith(service.url + priceOfBitcoin, payment)
        await response.arrayBuffer()
        times.push(performance.now() - started)
        answers.push(response)
      }
      calls.push(call())
      await systemTimers.sleep(everyMs)
    }
  }
  await Promise.all(calls)
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const hashes = new Set<Hex>()
  for (const answer of answers) {
    let receipt = await receiptOf(answer)
    while (receipt.state !== 'settled') {
      await systemTimers.sleep(100)
      receipt = await receiptOf(answer)
    }
    hashes.add(receipt.transaction as Hex)
  }
  const receipts = await Promise.all([...hashes].map((hash) => service.chain().receipt(hash)))
  const gas = receipts.reduce((sum, receipt) => sum + receipt!.gasUsed, 0n)
  const early = answers.filter(
    (answer) => JSON.parse(Buffer.from(answer.headers.get('payment-response')!, 'base64').toString()).transaction === '',
  )
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p99: at(0.99), early: early.length, transactions: hashes.size, gas: Number(gas) / answers.length }
}

async function run(env: Record<string, string>) {
  const service = await startTestService({ ownSandbox: { blockMs: 1_000 }, env })
  try {
    const wallets: Account[] = []
    for (let count = 0; count < payers; count++) wallets.push(await service.payingWallet('5'))
    // Each settles one payment, all of them together, which is its history.
    const terms = await termsOf(service.url, priceOfBitcoin)
    await Promise.all(
      wallets.map(async (wallet) => {
        const response = await callWith(service.url + priceOfBitcoin, await signPayment(terms, wallet))
        expect((await receiptOf(response)).state).toBe('settled')
      }),
    )
    return await measure(service, wallets)
  } finally {
    await service.close()
  }
}

test('100 honest payers have their answers within 30 ms (median) and 60 ms (99th percentile) at one-second blocks, at no more gas', async () => {
  const limits = { EARLY_USD_PER_CLIENT: '100', EARLY_USD_PER_DAY: '100' }
  const confirmed = await run({})
  const early = await run({ ANSWER_AFTER: 'verified', ...limits })
  console.log(JSON.stringify({ confirmed, early }))
  expect(confirmed.early).toBe(0)
  expect(early.early).toBe(payers * callsEach)
  expect(early.p50).toBeLessThan(30)
  expect(early.p99).toBeLessThan(60)
  expect(early.gas).toBeLessThanOrEqual(confirmed.gas)
})
