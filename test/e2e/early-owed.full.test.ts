import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stockClient } from '../../sandbox/demo/stock-client.ts'
import { systemTimers } from '../../src/ops/system.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { cancelAuthorization, moveAway } from '../own-transaction.ts'
import { callWith, nonceIn, pay, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

const price = 7_500n
/** Three calls of the price. */
const bound = 3n * price

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    env: { ANSWER_AFTER: 'verified', EARLY_BATCH_MS: '2000', EARLY_USD_PER_PAYER: '0.0225', TRUSTED_PROXIES: '127.0.0.1,::1' },
  })
})
afterAll(() => service?.close())

async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (isSo(value)) return value
    await systemTimers.sleep(50)
  }
}

const transactionIn = (response: Response) =>
  JSON.parse(Buffer.from(response.headers.get('payment-response')!, 'base64').toString('utf8')).transaction as string

describe('a payer that moves its money away after early answers', () => {
  let payer: Account
  const bought: { response: Response; payment: string }[] = []

  test('gains no more than its bound', async () => {
    payer = await service.payingWallet('1')
    const settle = async () => {
      const response = await pay(service.url, payer, { path: priceOfBitcoin })
      await until(
        () => receiptOf(response),
        ({ state }) => state === 'settled',
      )
    }
    await settle()
    // These share a batch, which collects for as long as one alone.
    await Promise.all([settle(), settle(), settle()])
    const terms = await termsOf(service.url, priceOfBitcoin)
    for (let calls = 0; calls < 3; calls++) {
      const payment = await signPayment(terms, payer)
      bought.push({ payment, response: await callWith(service.url + priceOfBitcoin, payment) })
    }
    expect(bought.map(({ response }) => [response.status, transactionIn(response)])).toEqual(bought.map(() => [200, '']))
    await moveAway(service, payer, await usdcOf(service.chain(), payer.address))
    const refused = await pay(service.url, payer, { path: priceOfBitcoin })
    expect(refused.status).toBe(402)
    expect(await refused.json()).toMatchObject({ code: 'invalid_exact_evm_insufficient_balance' })
  })

  test('is barred as soon as a settlement has failed, whatever it holds by then', async () => {
    await until(
      async () => service.parts.ledger.barredUntil({ payer: payer.address.toLowerCase() as Hex, now: Date.now() }),
      (barred) => barred > 0,
    )
    // Before the next attempt: its authorizations are still good.
    for (const { payment } of bought) await cancelAuthorization(service, payer, nonceIn(payment) as Hex)
    await service.sandbox.world.fund(payer.address, '1')
    const response = await pay(service.url, payer, { path: priceOfBitcoin })
    expect([402, 429]).toContain(response.status)
  })

  test('owes the answers once nothing can collect them, is refused on every network, and its history is gone', async () => {
    for (const { response } of bought) {
      const receipt = await until(
        () => receiptOf(response),
        ({ state }) => state === 'owed',
      )
      expect(receipt).toMatchObject({
        answeredEarly: true,
        settlement: 'failed',
        reason: 'invalid_exact_evm_nonce_already_used',
        owed: { usd: '0.0075', baseUnits: '7500' },
        howToPay: expect.stringContaining(`/v1/receipts/${receipt.id}/payment`),
        charged: { baseUnits: '0' },
      })
    }
    for (const network of ['eip155:8453', 'eip155:137']) {
      const response = await pay(service.url, payer, { path: priceOfBitcoin, network })
      expect(response.status).toBe(402)
      expect(await response.json()).toMatchObject({
        code: 'payment_owed',
        refusal: { reason: 'payment_owed', fix: expect.stringMatching(/owes 0\.0075 USDC .*\/payment/) },
      })
    }
    // The answer itself is withheld until it is paid.
    const again = await callWith(service.url + priceOfBitcoin, bought[0]!.payment)
    expect(again.status).toBe(402)
    expect(await again.json()).toMatchObject({ code: 'payment_owed' })
    const day = new Date().toISOString().slice(0, 10)
    expect(await service.parts.ledger.earlyExposure({ day })).toEqual({ open: 0n, lost: bound, owedPayments: 3, owedAmount: bound })
    await service.parts.earlyAnswers.refresh()
    const status = (await (await fetch(`${service.url}/status`)).json()) as Record<string, unknown>
    expect(status['earlyAnswers']).toEqual({
      limitPerPayerUsd: '0.0225',
      limitPerClientUsd: '2',
      limitPerDayUsd: '10',
      openUsd: '0',
      lostTodayUsd: '0.0225',
      owedUsd: '0.0225',
      owedPayments: 3,
    })
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    expect(metrics).toContain('farthing_settler_owed_base_units_total{network="eip155:8453"} 22500')
    expect(metrics).toContain('farthing_early_owed_base_units 22500')
  })

  test('pays what it owes with an unmodified client, and then nothing is owed', async () => {
    const fetchPaid = stockClient(payer, [{ network: 'eip155:8453', usdc: service.chain().network.asset }])
    const before = await usdcOf(service.chain(), service.sandbox.payTo)
    for (const { response } of bought) {
      const { id } = await receiptOf(response)
      const address = `${service.url}/v1/receipts/${id}/payment`
      const terms = await fetch(address)
      expect(terms.status).toBe(402)
      expect(await terms.json()).toMatchObject({ code: 'payment_owed', accepts: [{ amount: '7500', network: 'eip155:8453' }] })
      const paid = await fetchPaid(address, { method: 'POST' })
      expect(await paid.json()).toMatchObject({ id, state: 'settled', charged: { usd: '0.0075' } })
      expect(transactionIn(paid)).toMatch(/^0x[0-9a-f]{64}$/)
      expect((await fetch(address)).status).toBe(200)
    }
    expect((await usdcOf(service.chain(), service.sandbox.payTo)) - before).toBe(bound)
    expect(await service.parts.ledger.earlyExposure({ day: '2000-01-01' })).toMatchObject({ owedPayments: 0 })
    // It begins a new history, so it waits for its settlement.
    const next = await pay(service.url, payer, { path: priceOfBitcoin })
    expect([next.status, transactionIn(next)]).toEqual([200, expect.stringMatching(/^0x/)])
    expect((await callWith(service.url + priceOfBitcoin, bought[0]!.payment)).status).toBe(200)
  })

  test('is told what is wrong with a payment of what it owes', async () => {
    const { id } = await receiptOf(bought[0]!.response)
    const address = `${service.url}/v1/receipts/${id}/payment`
    expect((await fetch(address, { method: 'POST' })).status).toBe(200)
    expect((await fetch(`${service.url}/v1/receipts/${'0'.repeat(32)}/payment`)).status).toBe(404)
    const settled = await receiptOf(await pay(service.url, await service.wallet('1'), { path: priceOfBitcoin }))
    expect(await (await fetch(`${service.url}/v1/receipts/${settled.id}/payment`)).json()).toMatchObject({ code: 'nothing_owed' })
  })
})
