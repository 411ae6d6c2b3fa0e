import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemTimers } from '../../src/ops/system.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { callWith, pay, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf } from '../signed-payments.ts'

/** So long that only the tests make blocks. */
const noBlocks = 600_000

let service: TestService
/** Answers that wait for their settlement, or waited. */
let served = 0
beforeAll(async () => {
  service = await startTestService({
    ownSandbox: { blockMs: noBlocks },
    failPoint: (name) => void (served += Number(name === 'served')),
  })
})
afterAll(() => service?.close())

/** Makes blocks until it has ended. */
async function inBlocks<T>(ending: Promise<T>): Promise<T> {
  let ended = false
  void ending.finally(() => (ended = true)).catch(() => {})
  while (!ended) {
    await service.chain().rpc.call('evm_mine', [])
    await systemTimers.sleep(50)
  }
  return ending
}

const callAll = (payments: readonly string[]) => Promise.all(payments.map((payment) => callWith(service.url + priceOfBitcoin, payment)))

describe('many calls at once', () => {
  test('200 distinct payments from 50 wallets are 200 answers, each settled exactly once, in at most 30 transactions', async () => {
    const wallets = await Promise.all(Array.from({ length: 50 }, () => service.payingWallet('1')))
    const chain = service.chain()
    const before = await usdcOf(chain, service.sandbox.payTo)
    const terms = await termsOf(service.url, priceOfBitcoin)
    const payments = await Promise.all(wallets.flatMap((wallet) => [1, 2, 3, 4].map(() => signPayment(terms, wallet))))
    // Until all of them wait, there is no block: each signer has twelve transactions under way at most, and the others share the next.
    const servedBefore = served
    const calls = callAll(payments)
    await expect.poll(() => served - servedBefore, { timeout: 170_000 }).toBe(200)
    const responses = await inBlocks(calls)
    expect(responses.map((response) => response.status)).toEqual(payments.map(() => 200))
    const receipts = await Promise.all(responses.map(receiptOf))
    expect(new Set(receipts.map((receipt) => receipt.id)).size).toBe(200)
    expect(receipts.every((receipt) => receipt.state === 'settled')).toBe(true)
    expect(new Set(receipts.map((receipt) => receipt.transaction)).size).toBeLessThanOrEqual(30)
    expect((await usdcOf(chain, service.sandbox.payTo)) - before).toBe(200n * 7500n)
  })

  test('one payment sent 50 times runs once, is transferred once, and gets the same answer every time', async () => {
    const wallet = await service.payingWallet('1')
    const chain = service.chain()
    const before = await usdcOf(chain, service.sandbox.payTo)
    const payment = await signPayment(await termsOf(service.url, priceOfBitcoin), wallet)
    const responses = await inBlocks(callAll(Array.from({ length: 50 }, () => payment)))
    const answers = new Set<string>()
    for (const response of responses) {
      expect([200, 409]).toContain(response.status)
      if (response.status === 200) answers.add(await response.text())
    }
    expect(answers.size).toBe(1)
    expect(responses.filter((response) => response.status === 200 && !response.headers.has('idempotent-replay'))).toHaveLength(1)
    expect((await usdcOf(chain, service.sandbox.payTo)) - before).toBe(7500n)
  })

  test('of 100 quota calls from one address 25 are served', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => fetch(`${service.url}/v1/settlement/estimate?amount=100`)))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(25)
    expect(responses.filter((response) => response.status === 402)).toHaveLength(75)
    expect(responses.every((response) => response.headers.get('x-free-quota-limit') === '25')).toBe(true)
  })

  test('of ten payments from a wallet that can cover two, two are served', async () => {
    const wallet = await service.payingWallet('0.0225')
    // Its first call was free and its money pays for three calls. Spend one, so that two remain.
    expect((await inBlocks(pay(service.url, wallet, { path: priceOfBitcoin }))).status).toBe(200)
    const terms = await termsOf(service.url, priceOfBitcoin)
    const payments = await Promise.all(Array.from({ length: 10 }, () => signPayment(terms, wallet)))
    const responses = await inBlocks(callAll(payments))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(2)
    for (const response of responses.filter((one) => one.status !== 200)) {
      expect(response.status).toBe(402)
      expect(await response.json()).toMatchObject({ code: 'invalid_exact_evm_insufficient_balance' })
    }
    expect(await usdcOf(service.chain(), wallet.address)).toBe(0n)
  })

  test('of 20 first calls from a new wallet one is free and the others are charged', async () => {
    const wallet = await service.wallet('1')
    const terms = await termsOf(service.url, priceOfBitcoin)
    const payments = await Promise.all(Array.from({ length: 20 }, () => signPayment(terms, wallet)))
    const responses = await inBlocks(callAll(payments))
    const receipts = await Promise.all(responses.map(receiptOf))
    expect(receipts.filter((receipt) => receipt.state === 'free')).toHaveLength(1)
    expect(receipts.filter((receipt) => receipt.state === 'settled')).toHaveLength(19)
    expect(await usdcOf(service.chain(), wallet.address)).toBe(1_000_000n - 19n * 7500n)
  })
})
