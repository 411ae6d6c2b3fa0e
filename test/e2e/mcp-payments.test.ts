import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { parsePaymentRequired } from '@x402/core/schemas'
import { Credential } from 'mppx'
import { evm } from 'mppx/client'
import { McpClient } from 'mppx/mcp/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callMcp,
  callPayingCloudflare,
  callPayingX402,
  connectMcp,
  mppCredential,
  postMcp,
  wordsOf,
  x402Payment,
  type ToolResult,
} from '../mcp-clients.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { callWith, encodePayment, priceOfBitcoin, receiptOf, usdcOf, type Account } from '../signed-payments.ts'

let service: TestService
let account: Account
let client: Client
beforeAll(async () => {
  service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1,::1', FREE_QUOTA_PER_DAY: '2' } })
  account = await service.payingWallet('20')
  client = await connectMcp(service.url)
  // From here on the client checks structured content against the schemas of the tools.
  await client.listTools()
})
afterAll(async () => {
  await client?.close()
  await service?.close()
})

const bitcoin = { name: 'market-price', arguments: { symbol: 'BTC' } }
const paidTo = () => usdcOf(service.chain(), service.sandbox.payTo)
const receiptIn = (result: ToolResult) => result['_meta']?.['farthing/receipt'] as Record<string, any>

async function withMppx(capabilities?: object, headers?: Record<string, string>) {
  const own = await connectMcp(service.url, {
    ...(capabilities ? { capabilities: { capabilities } } : {}),
    ...(headers ? { headers } : {}),
  })
  return McpClient.wrap(own, { methods: [evm.charge({ account, currencies: [evm.assets.base.USDC] })] })
}

/** Expects one transfer of the price, an answer, and a receipt that HTTP returns too. */
async function expectPaid(result: ToolResult, protocol: string, before: bigint): Promise<void> {
  expect(result.isError, wordsOf(result)).toBeFalsy()
  expect(result.structuredContent).toMatchObject({ success: true, data: { symbol: 'BTC' } })
  expect(JSON.parse((result.content[0] as { text: string }).text)).toEqual(result.structuredContent)
  const receipt = receiptIn(result)
  expect(receipt).toMatchObject({ state: 'settled', protocol, offer: 'market-price', charged: { usd: '0.0075' } })
  expect(await (await fetch(receipt['url'] as string)).json()).toMatchObject({ id: receipt['id'], transaction: receipt['transaction'] })
  expect((await paidTo()) - before).toBe(7500n)
}

describe('three dialects', () => {
  test('x402: terms in structured content, payment and settlement in _meta', async () => {
    const before = await paidTo()
    const result = await callPayingX402(client, account, bitcoin)
    await expectPaid(result, 'x402', before)
    expect(result['_meta']?.['x402/payment-response']).toEqual({
      success: true,
      transaction: receiptIn(result)['transaction'],
      network: 'eip155:8453',
      payer: account.address.toLowerCase(),
      amount: '7500',
    })
    expect(result['_meta']).not.toHaveProperty('org.paymentauth/receipt')
  })

  test('Cloudflare: terms in _meta["x402/error"], payment in base64', async () => {
    const before = await paidTo()
    const result = await callPayingCloudflare(client, account, bitcoin)
    await expectPaid(result, 'x402', before)
    expect(result['_meta']?.['x402/payment-response']).toMatchObject({ success: true, network: 'eip155:8453' })
  })

  test('MPP: the client of mppx, unmodified', async () => {
    const before = await paidTo()
    const paying = await withMppx()
    const result = (await paying.callTool(bitcoin)) as unknown as ToolResult & { receipt: Record<string, unknown> }
    await expectPaid(result, 'mpp', before)
    expect(result.receipt).toMatchObject({
      status: 'success',
      method: 'evm',
      reference: receiptIn(result)['transaction'],
      chainId: 8453,
      challengeId: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
    expect(result['_meta']).not.toHaveProperty('x402/payment-response')
    await paying.close()
  })

  test('MPP by errors, for a client that declares payment', async () => {
    const before = await paidTo()
    const declared = { experimental: { payment: { methods: { evm: { intents: ['charge'] } } } } }
    const bare = await connectMcp(service.url, { capabilities: { capabilities: declared } })
    await expect(bare.callTool(bitcoin)).rejects.toMatchObject({
      code: -32042,
      data: { httpStatus: 402, challenges: [{ method: 'evm', intent: 'charge', request: { amount: '7500' } }], problem: { status: 402 } },
    })
    await bare.close()
    const paying = await withMppx(declared)
    await expectPaid((await paying.callTool(bitcoin)) as unknown as ToolResult, 'mpp', before)
    await paying.close()
  })

  test('x402 in the header of the POST', async () => {
    const before = await paidTo()
    const terms = (await callMcp(client, bitcoin)).structuredContent
    const paying = await connectMcp(service.url, { headers: { 'PAYMENT-SIGNATURE': encodePayment(await x402Payment(account, terms)) } })
    await expectPaid(await callMcp(paying, bitcoin), 'x402', before)
    await paying.close()
  })

  test('a quota tool is paid after its free calls', async () => {
    const estimate = { name: 'settlement-estimate', arguments: { amount: '100' } }
    for (const left of [1, 0]) {
      const free = await callMcp(client, estimate)
      expect(free['_meta']?.['farthing/quota']).toEqual({ limit: 2, remaining: left })
    }
    const asked = await callMcp(client, estimate)
    expect(asked.isError).toBe(true)
    expect(wordsOf(asked)).toContain("Today's 2 free calls are used up")
    const paid = await callPayingX402(client, account, estimate)
    expect(receiptIn(paid)).toMatchObject({ state: 'settled', offer: 'settlement-estimate' })
  })
})

describe('the terms', () => {
  test('fit the schema of @x402/core, and their three copies agree with those over HTTP', async () => {
    const result = await callMcp(client, bitcoin)
    const parsed = parsePaymentRequired(result.structuredContent)
    expect(parsed.error).toBeUndefined()
    expect(JSON.parse((result.content[0] as { text: string }).text)).toEqual(result.structuredContent)
    expect(result['_meta']?.['x402/error']).toEqual(result.structuredContent)
    const http = await fetch(service.url + priceOfBitcoin)
    const header = JSON.parse(Buffer.from(http.headers.get('payment-required')!, 'base64').toString()) as Record<string, unknown>
    expect(result.structuredContent!['accepts']).toEqual(header['accepts'])
    expect(result.structuredContent!['resource']).toMatchObject({ url: `${service.url}/mcp` })
  })

  test('name another network on request', async () => {
    const other = await connectMcp(service.url, { headers: { 'Payment-Network': 'eip155:137' } })
    const result = await callMcp(other, bitcoin)
    expect(result['_meta']?.['org.paymentauth/payment-required']).toMatchObject({
      challenges: [{ request: { methodDetails: { chainId: 137 } } }],
    })
    await other.close()
  })

  test('tell a model how to use them', async () => {
    const words = wordsOf(await callMcp(client, bitcoin))
    for (const said of ['$0.0075', 'nothing was run or charged', 'no wallet', 'Always free: discovery', 'one key per purchase']) {
      expect(words).toContain(said)
    }
  })
})

describe('one payment', () => {
  test('over HTTP and then MCP is one: the answer is replayed, and charged once', async () => {
    const before = await paidTo()
    const terms = (await callMcp(client, bitcoin)).structuredContent
    const payment = await x402Payment(account, terms)
    const first = await callWith(service.url + priceOfBitcoin, encodePayment(payment))
    expect(first.status).toBe(200)
    const text = await first.clone().text()
    const again = await callMcp(client, { ...bitcoin, _meta: { 'x402/payment': payment } })
    expect((again.content[0] as { text: string }).text).toBe(text)
    expect(receiptIn(again)['id']).toBe((await receiptOf(first)).id)
    expect(wordsOf(again)).toContain('not charged again')
    expect((await paidTo()) - before).toBe(7500n)
  })

  test('over MCP and then HTTP with MPP is one, also from another address: its credential is proof enough', async () => {
    const before = await paidTo()
    const credential = await mppCredential(client, account, bitcoin)
    const paid = await callMcp(client, { ...bitcoin, _meta: { 'org.paymentauth/credential': credential } })
    expect(receiptIn(paid)).toMatchObject({ state: 'settled', protocol: 'mpp' })
    const headers = { Authorization: Credential.serialize(credential), 'X-Forwarded-For': '203.0.113.9' }
    const again = await fetch(service.url + priceOfBitcoin, { headers })
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
    expect((await receiptOf(again)).id).toBe(receiptIn(paid)['id'])
    expect((await paidTo()) - before).toBe(7500n)
  })

  test('with one idempotencyKey is charged once, even if the retry has a new signature and another address', async () => {
    const before = await paidTo()
    const call = { name: 'market-price', arguments: { symbol: 'BTC', idempotencyKey: 'purchase-of-a-price-1' } }
    const first = await callPayingX402(client, account, call)
    const elsewhere = await connectMcp(service.url, { headers: { 'X-Forwarded-For': '203.0.113.8' } })
    const again = await callPayingX402(elsewhere, account, call)
    expect(receiptIn(again)['id']).toBe(receiptIn(first)['id'])
    expect(again.structuredContent).toEqual(first.structuredContent)
    const other = await callPayingX402(client, account, { ...call, arguments: { ...call.arguments, symbol: 'ETH' } })
    expect(other.isError).toBe(true)
    expect(wordsOf(other)).toContain('idempotency_key_reused')
    expect((await paidTo()) - before).toBe(7500n)
    await elsewhere.close()
  })

  test('that is not settled yet is not requested again: ten calls at once with one payment', async () => {
    const before = await paidTo()
    const payment = await x402Payment(account, (await callMcp(client, bitcoin)).structuredContent)
    const results = await Promise.all(Array.from({ length: 10 }, () => callMcp(client, { ...bitcoin, _meta: { 'x402/payment': payment } })))
    expect(new Set(results.map((result) => receiptIn(result)['id'] as string)).size).toBe(1)
    expect((await paidTo()) - before).toBe(7500n)
  })

  test('of a new wallet is its free first call, and says so', async () => {
    const before = await paidTo()
    const result = await callPayingX402(client, await service.wallet(), bitcoin)
    expect(receiptIn(result)).toMatchObject({ state: 'free', charged: { usd: '0' } })
    expect(wordsOf(result)).toContain('Nothing was charged.')
    expect(result['_meta']?.['x402/payment-response']).toMatchObject({ success: true, transaction: '', amount: '0' })
    expect(await paidTo()).toBe(before)
  })

  test('of a failed call is released, and buys the next call', async () => {
    const unknown = { name: 'market-price', arguments: { symbol: 'nosuchcoin' } }
    const payment = await x402Payment(account, (await callMcp(client, unknown)).structuredContent)
    const failed = await callMcp(client, { ...unknown, _meta: { 'x402/payment': payment } })
    expect(failed.isError).toBe(true)
    expect(wordsOf(failed)).toContain('unknown_symbol')
    expect(receiptIn(failed)['state']).toBe('released')
    const bought = await callMcp(client, { ...bitcoin, _meta: { 'x402/payment': payment } })
    expect(receiptIn(bought)['state']).toBe('settled')
  })
})

describe('the receipt', () => {
  test('is a resource, under its own URI and its HTTP URL', async () => {
    const result = await callPayingX402(client, account, bitcoin)
    const link = result.content.find((part) => part.type === 'resource_link')!
    for (const uri of [link.uri, receiptIn(result)['url'] as string]) {
      const { contents } = await client.readResource({ uri })
      expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ id: receiptIn(result)['id'], state: 'settled' })
    }
  })

  test('is not a link for clients of older versions, which would treat it as an error', async () => {
    const payment = await x402Payment(account, (await callMcp(client, bitcoin)).structuredContent)
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...bitcoin, _meta: { 'x402/payment': payment } } }
    const old = (await postMcp(service.url, call)).body.result as ToolResult
    expect(old.content.map(({ type }) => type)).toEqual(['text', 'text'])
    const now = (await postMcp(service.url, call, { 'MCP-Protocol-Version': '2025-06-18' })).body.result as ToolResult
    expect(now.content.map(({ type }) => type)).toEqual(['text', 'text', 'resource_link'])
    expect(receiptIn(now)['id']).toBe(receiptIn(old)['id'])
  })

  test('cannot be guessed', async () => {
    for (const uri of [
      'farthing://receipts/',
      'farthing://receipts/../prices',
      `farthing://receipts/${'0'.repeat(32)}`,
      'file:///etc/passwd',
    ]) {
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32002 })
    }
  })
})
