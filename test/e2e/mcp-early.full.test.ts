import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { evm } from 'mppx/client'
import { McpClient } from 'mppx/mcp/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { callMcp, callPayingCloudflare, callPayingX402, connectMcp, wordsOf, x402Payment, type ToolResult } from '../mcp-clients.ts'
import { cancelAuthorization } from '../own-transaction.ts'
import { callWith, pay, priceOfBitcoin, receiptOf, usdcOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

const bitcoin = { name: 'market-price', arguments: { symbol: 'BTC' } }
const patiently = { timeout: 60_000, interval: 50 }

let service: TestService
let client: Client
beforeAll(async () => {
  // Longer than a test needs to look at the receipt before the settlement.
  service = await startTestService({
    env: { ANSWER_AFTER: 'verified', SETTLE_FIRST: 'token-analysis', EARLY_BATCH_MS: '1500', TRUSTED_PROXIES: '127.0.0.1,::1' },
  })
  client = await connectMcp(service.url)
  await client.listTools()
})
afterAll(async () => {
  await client?.close()
  await service?.close()
})

const receiptIn = (result: ToolResult) => result['_meta']?.['farthing/receipt'] as Record<string, any>
const receiptNow = async (result: ToolResult) => (await fetch(receiptIn(result)['url'] as string)).json() as Promise<Record<string, any>>
const paymentResponse = (result: ToolResult) => result['_meta']?.['x402/payment-response']

/** A wallet that has settled a payment. */
async function knownPayer(): Promise<Account> {
  const account = await service.payingWallet('5')
  expect((await receiptOf(await pay(service.url, account, { path: priceOfBitcoin }))).state).toBe('settled')
  return account
}

async function expectPending(result: ToolResult): Promise<void> {
  expect(result.isError, wordsOf(result)).toBeFalsy()
  expect(result.structuredContent).toMatchObject({ success: true, data: { symbol: 'BTC' } })
  expect(receiptIn(result)).toMatchObject({ state: 'served', answeredEarly: true, settlement: 'pending', transaction: null })
  expect(wordsOf(result)).toContain('$0.0075 in USDC is being paid: the payment is settled after this answer')
  expect(wordsOf(result)).not.toContain('Nothing was charged')
}

describe('a tool result before its settlement', () => {
  test('x402: its payment response is that of HTTP, and its receipt turns settled', async () => {
    const account = await knownPayer()
    const before = await usdcOf(service.chain(), account.address)
    const payment = await x402Payment(account, (await callMcp(client, bitcoin)).structuredContent)
    const call = { ...bitcoin, _meta: { 'x402/payment': payment } }
    const result = await callMcp(client, call)
    await expectPending(result)
    const pending = {
      success: true,
      transaction: '',
      network: 'eip155:8453',
      payer: account.address.toLowerCase(),
      amount: '7500',
      extra: { settlement: 'pending', receipt: receiptIn(result)['id'] as string },
    }
    expect(paymentResponse(result)).toEqual(pending)
    const http = await callWith(service.url + priceOfBitcoin, Buffer.from(JSON.stringify(payment)).toString('base64'))
    expect(JSON.parse(Buffer.from(http.headers.get('payment-response')!, 'base64').toString('utf8'))).toEqual(pending)
    await vi.waitFor(async () => expect(await receiptNow(result)).toMatchObject({ state: 'settled', settlement: 'done' }), patiently)
    const again = await callMcp(client, call)
    expect(paymentResponse(again)).toMatchObject({ success: true, transaction: expect.stringMatching(/^0x/), amount: '7500' })
    expect(wordsOf(again)).toContain('Paid $0.0075 in USDC')
    expect(before - (await usdcOf(service.chain(), account.address))).toBe(7500n)
  })

  test('is a success for clients that pay as Cloudflare’s does', async () => {
    const result = await callPayingCloudflare(client, await knownPayer(), bitcoin)
    await expectPending(result)
    expect(paymentResponse(result)).toMatchObject({ success: true, transaction: '', amount: '7500' })
  })

  test('is a success for the client of mppx, unmodified', async () => {
    const methods = [evm.charge({ account: await knownPayer(), currencies: [evm.assets.base.USDC] })]
    const paying = McpClient.wrap(await connectMcp(service.url), { methods })
    const result = (await paying.callTool(bitcoin)) as unknown as ToolResult & { receipt: Record<string, unknown> }
    await expectPending(result)
    expect(result.receipt).toMatchObject({ status: 'success', reference: receiptIn(result)['id'], settlement: 'pending' })
    await paying.close()
  })

  test('that is owed refuses every further tool call of its payer, and says how to pay', async () => {
    const account = await knownPayer()
    const result = await callPayingX402(client, account, bitcoin)
    await expectPending(result)
    const paid = (await service.parts.ledger.find(receiptIn(result)['id'] as string))!
    await cancelAuthorization(service, account, paid.authorization!.nonce)
    await vi.waitFor(async () => expect(await receiptNow(result)).toMatchObject({ state: 'owed', settlement: 'failed' }), patiently)
    const refused = await callPayingX402(client, account, bitcoin)
    expect(refused.isError).toBe(true)
    expect(refused.structuredContent).toMatchObject({ x402Version: 2, error: expect.stringContaining('payment_owed') })
    expect(wordsOf(refused)).toContain(`/v1/receipts/${receiptIn(result)['id']}/payment`)
    expect(paymentResponse(refused)).toMatchObject({ success: false, errorReason: 'payment_owed' })
  })
})

test('work that fails after its payment was settled says that the payment is a credit, not that nothing was charged', async () => {
  const account = await service.wallet('1')
  const nothing = { name: 'token-analysis', arguments: { address: '0x00000000000000000000000000000000000000aa' } }
  const result = await callPayingX402(client, account, nothing)
  expect(result.isError).toBe(true)
  expect(result['_meta']?.['farthing/problem']).toMatchObject({ code: 'no_token_contract', credit: { runsLeft: 2 } })
  expect(wordsOf(result)).toContain('Do not pay again. Send the same payment again')
  expect(wordsOf(result).toLowerCase()).not.toContain('nothing was charged')
  expect(paymentResponse(result)).toMatchObject({ success: true, transaction: expect.stringMatching(/^0x/), amount: '150000' })
})
