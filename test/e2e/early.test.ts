import { wrapAxiosWithPayment } from '@x402/axios'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client, x402HTTPClient } from '@x402/core/client'
import { decodePaymentResponseHeader, wrapFetchWithPayment } from '@x402/fetch'
import axios from 'axios'
import { Receipt } from 'mppx'
import { evm, Mppx } from 'mppx/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payCommand } from '../../src/commands/pay.ts'
import { systemTimers } from '../../src/ops/system.ts'
import { connectMcp } from '../mcp-clients.ts'
import { callWith, pay, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

let service: TestService
beforeAll(async () => {
  // Longer than a test needs to look at the receipt before the settlement.
  service = await startTestService({ env: { ANSWER_AFTER: 'verified', EARLY_BATCH_MS: '1500', TRUSTED_PROXIES: '127.0.0.1,::1' } })
})
afterAll(() => service?.close())

const settlementIn = (headers: Headers) => JSON.parse(Buffer.from(headers.get('payment-response')!, 'base64').toString('utf8'))

/** A wallet that has settled this many payments. */
async function knownPayer(payments = 1): Promise<Account> {
  const account = await service.payingWallet('5')
  for (let paid = 0; paid < payments; paid++) {
    const response = await pay(service.url, account, { path: priceOfBitcoin })
    expect((await receiptOf(response)).state).toBe('settled')
  }
  return account
}

async function untilSettled(response: Response) {
  for (;;) {
    const receipt = await receiptOf(response)
    if (receipt.state === 'settled') return receipt
    await systemTimers.sleep(20)
  }
}

const pending = { success: true, transaction: '', network: 'eip155:8453', amount: '7500' }

describe('an answer before its settlement', () => {
  test('goes out at once, and its receipt turns settled later', async () => {
    const account = await knownPayer()
    const before = await usdcOf(service.chain(), account.address)
    const response = await pay(service.url, account, { path: priceOfBitcoin })
    expect(response.status).toBe(200)
    const early = (await receiptOf(response)) as unknown as Record<string, unknown>
    expect(early).toMatchObject({ state: 'served', answeredEarly: true, settlement: 'pending', transaction: null, charged: { usd: '0' } })
    expect(settlementIn(response.headers)).toEqual({
      ...pending,
      payer: account.address.toLowerCase(),
      extra: { settlement: 'pending', receipt: early['id'] },
    })
    expect(await usdcOf(service.chain(), account.address)).toBe(before)
    const settled = await untilSettled(response)
    expect(settled).toMatchObject({ id: early['id'], settlement: 'done', charged: { usd: '0.0075' } })
    expect(await usdcOf(service.chain(), account.address)).toBe(before - 7500n)
  })

  test('is repeated to its caller with what is known by then', async () => {
    const account = await knownPayer()
    const payment = await signPayment(await termsOf(service.url, priceOfBitcoin), account)
    const first = await callWith(service.url + priceOfBitcoin, payment)
    const second = await callWith(service.url + priceOfBitcoin, payment)
    expect(second.headers.get('idempotent-replay')).toBe('true')
    expect(settlementIn(second.headers)).toEqual(settlementIn(first.headers))
    const { transaction } = await untilSettled(first)
    const third = await callWith(service.url + priceOfBitcoin, payment)
    expect(settlementIn(third.headers)).toMatchObject({ success: true, transaction })
    expect(await third.text()).toBe(await first.text())
  })

  test('is not for a payer that has settled nothing, nor less than the price', async () => {
    const account = await service.payingWallet('5')
    const first = await pay(service.url, account, { path: priceOfBitcoin })
    expect(settlementIn(first.headers).transaction).toMatch(/^0x/)
    // It has settled $0.0075, and this costs more.
    const dearer = await pay(service.url, account, { path: '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' })
    if (dearer.status === 200) expect(settlementIn(dearer.headers).transaction).toMatch(/^0x/)
    const second = await pay(service.url, account, { path: priceOfBitcoin })
    expect(settlementIn(second.headers).transaction).toBe('')
  })
})

test('the terms and every document say for which offers', async () => {
  const text = async (path: string) => (await fetch(service.url + path)).text()
  const early = /A wallet that has settled payments here may get its answer before the payment is settled/
  const terms = JSON.parse(await text(priceOfBitcoin)) as Record<string, unknown>
  expect(terms['settlement']).toMatchObject({ when: 'after_answer', note: expect.stringContaining('is owed') })
  const { paths } = JSON.parse(await text('/openapi.json')) as { paths: Record<string, Record<string, any>> }
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const { 'x-settlement': settlement, description } = paths['/v1/market/price/{symbol}']!['get']
  expect([settlement, description]).toEqual([{ when: 'after_answer' }, expect.stringMatching(early)])
  expect(operations.filter((one) => one['x-settlement'] && !one['responses']?.['402'])).toEqual([])
  expect(await text('/llms.txt')).toMatch(early)
  const client = await connectMcp(service.url)
  const tools = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool.description]))
  expect(client.getInstructions()).toMatch(early)
  await client.close()
  // The instructions of the server say it once for all tools, and a tool in short.
  const inShort = 'Known wallets are answered before the settlement.'
  for (const name of ['market-price', 'settlement-estimate']) expect(tools.get(name)).toContain(inShort)
  expect(tools.get('discovery')).not.toContain(inShort)
})

describe('unmodified clients take it for a success', () => {
  test('@x402/fetch', async () => {
    const client = new x402Client()
    registerExactEvmScheme(client, { signer: await knownPayer() })
    const response = await wrapFetchWithPayment(fetch, client)(service.url + priceOfBitcoin)
    expect(response.status).toBe(200)
    const read = new x402HTTPClient(client).getPaymentSettleResponse((name) => response.headers.get(name))
    expect(read).toMatchObject({ ...pending, extra: { settlement: 'pending' } })
    const parsed = await new x402HTTPClient(client).processResponse(response.clone())
    expect(parsed).toMatchObject({ status: 200, paymentStatus: 'settled', header: pending })
    expect(await response.json()).toMatchObject({ success: true, data: { symbol: 'BTC' } })
  })

  test('@x402/fetch with x402 version 1, whose header has the form of that version', async () => {
    const account = await knownPayer()
    const client = new x402Client()
    registerExactEvmScheme(client, { signer: account })
    const response = await wrapFetchWithPayment(fetch, client)(service.url + priceOfBitcoin, { headers: { 'X402-Version': '1' } })
    expect(response.status).toBe(200)
    const early = await receiptOf(response)
    expect(early).toMatchObject({ state: 'served', protocol: 'x402-v1', settlement: 'pending' })
    expect(decodePaymentResponseHeader(response.headers.get('x-payment-response')!)).toEqual({
      success: true,
      transaction: '',
      network: 'base',
      payer: account.address.toLowerCase(),
      extra: { settlement: 'pending', receipt: early.id },
    })
    expect((await untilSettled(response)).id).toBe(early.id)
  })

  test('@x402/axios', async () => {
    const client = new x402Client()
    registerExactEvmScheme(client, { signer: await knownPayer() })
    const http = wrapAxiosWithPayment(axios.create(), client as unknown as Parameters<typeof wrapAxiosWithPayment>[1])
    const response = await http.get(service.url + priceOfBitcoin)
    expect(response.status).toBe(200)
    expect(settlementIn(new Headers(response.headers as Record<string, string>))).toMatchObject(pending)
  })

  test('mppx', async () => {
    const account = await knownPayer()
    const client = Mppx.create({ methods: [evm.charge({ account, currencies: [evm.assets.base.USDC] })], polyfill: false })
    const response = await client.fetch(service.url + priceOfBitcoin)
    expect(response.status).toBe(200)
    const { id, state } = await receiptOf(response)
    expect(state).toBe('served')
    const receipt = Receipt.fromResponse(response)
    expect(receipt).toMatchObject({ method: 'evm', reference: id, status: 'success', settlement: 'pending' })
    expect((await untilSettled(response)).id).toBe(id)
  })
})

test('farthing pay reports what is settled after the answer as paid', async () => {
  const farthingPay = async (protocol: string) => {
    let said = ''
    const io = { out: () => {}, err: (text: string) => void (said += text), env: {} }
    expect(await payCommand([service.url + priceOfBitcoin, '--protocol', protocol], io)).toBe(0)
    return said
  }
  // The first call of its wallet is free, and the second one begins its history. MPP's receipt names no amount.
  for (let calls = 0; calls < 2; calls++) await farthingPay('x402')
  const said = await farthingPay('mpp')
  expect(said).toMatch(/state +served/)
  expect(said).toMatch(/paid +0\.0075 USDC/)
})
