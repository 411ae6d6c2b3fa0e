import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callMcp,
  callPayingX402,
  connectMcp,
  mppCredential,
  postMcp,
  wordsOf,
  x402Payment,
  type ToolCall,
  type ToolResult,
} from '../mcp-clients.ts'
import { probeBeside } from '../probe/probe.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { callWith, encodePayment, priceOfBitcoin, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { internal } from '../wire.ts'

let service: TestService
let account: Account
let client: Client
beforeAll(async () => {
  service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
  account = await service.payingWallet('20')
  client = await connectMcp(service.url)
})
afterAll(async () => {
  await client?.close()
  await service?.close()
})
probeBeside('attacks on MCP', () => service, 'once')

const bitcoin = { name: 'market-price', arguments: { symbol: 'BTC' } }
const candles = { name: 'market-ohlcv', arguments: { symbol: 'BTC' } }
const prices = { name: 'crypto-prices', arguments: { symbols: 'BTC,ETH' } }
const paidTo = () => usdcOf(service.chain(), service.sandbox.payTo)
const termsFor = async (call: ToolCall) => (await callMcp(client, call)).structuredContent as any
const withPayment = (call: ToolCall, payment: unknown): ToolCall => ({ ...call, _meta: { 'x402/payment': payment } })
const decoded = (header: string) => JSON.parse(Buffer.from(header, 'base64').toString()) as Record<string, any>
const toolCall = (call: ToolCall) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })

/** Expects a refusal with this code and advice, with new terms, without payment and without internal detail. */
async function expectRefused(call: ToolCall, code: string, ...said: string[]): Promise<ToolResult> {
  const before = await paidTo()
  const result = await callMcp(client, call)
  const words = wordsOf(result)
  expect(result.isError).toBe(true)
  expect(words).toContain(code)
  for (const part of said) expect(words).toContain(part)
  expect(words).not.toMatch(internal)
  expect(await paidTo()).toBe(before)
  return result
}

describe('a refused payment says what to change', () => {
  test('for a wrong amount', async () => {
    const terms = await termsOf(service.url, priceOfBitcoin)
    const payment = decoded(await signPayment(terms, account, { amount: 1n }))
    const result = await expectRefused(
      withPayment(bitcoin, payment),
      'invalid_exact_evm_payload_authorization_value_mismatch',
      'expected 7500, received 1',
      'Sign for exactly the amount of the accepts entry',
    )
    expect(result.structuredContent).toMatchObject({ x402Version: 2, accepts: [{ amount: '7500' }, {}, {}, {}, {}, {}] })
    expect(result['_meta']!['org.paymentauth/payment-required']).toMatchObject({
      problem: { type: 'https://paymentauth.org/problems/verification-failed' },
      failure: { reason: 'invalid_exact_evm_payload_authorization_value_mismatch' },
    })
  })

  test('that was signed for a cheaper tool', async () => {
    const payment = await x402Payment(account, await termsFor(bitcoin))
    await expectRefused(withPayment(candles, payment), 'value_mismatch', '15000')
    // It was not claimed, so it still buys what it was signed for.
    expect((await callMcp(client, withPayment(bitcoin, payment))).isError).toBeFalsy()
  })

  test('that has bought another tool of the same price', async () => {
    const payment = await x402Payment(account, await termsFor(bitcoin))
    expect((await callMcp(client, withPayment(bitcoin, payment))).isError).toBeFalsy()
    await expectRefused(withPayment(prices, payment), 'payment_already_used', 'One payment buys one call')
  })

  test('by MPP for the challenge of another tool, or one that was changed', async () => {
    const credential = await mppCredential(client, account, bitcoin)
    const aimed = { ...prices, _meta: { 'org.paymentauth/credential': credential } }
    await expectRefused(aimed, 'invalid_challenge', 'GET /v1/market/price/{symbol}')
    const request = { ...credential.challenge.request, amount: '1' }
    const cheaper = { ...credential, challenge: { ...credential.challenge, request } }
    await expectRefused({ ...bitcoin, _meta: { 'org.paymentauth/credential': cheaper } }, 'invalid_challenge', 'unchanged')
    const extended = { ...credential, challenge: { ...credential.challenge, expires: '2099-01-01T00:00:00Z' } }
    await expectRefused({ ...bitcoin, _meta: { 'org.paymentauth/credential': extended } }, 'invalid_challenge')
    expect((await callMcp(client, { ...bitcoin, _meta: { 'org.paymentauth/credential': credential } })).isError).toBeFalsy()
  })

  test('with another recipient, another payer or a closed window', async () => {
    const terms = await termsOf(service.url, priceOfBitcoin)
    const elsewhere = decoded(await signPayment(terms, account, { payTo: account.address }))
    await expectRefused(withPayment(bitcoin, elsewhere), 'invalid_exact_evm_recipient_mismatch', 'Sign the authorization to the payTo')
    const forged = decoded(await signPayment(terms, await service.wallet()))
    forged['payload'].authorization.from = account.address
    await expectRefused(withPayment(bitcoin, forged), 'invalid_exact_evm_signature', 'with the key of authorization.from')
    const late = decoded(await signPayment(terms, account, { validBefore: 1n }))
    await expectRefused(withPayment(bitcoin, late), 'valid_before', 'check your clock')
  })

  test('as an error with its code, for a client that asks for errors', async () => {
    const experimental = { payment: { methods: { evm: { intents: ['charge'] } } } }
    const erring = await connectMcp(service.url, { capabilities: { capabilities: { experimental } } })
    const credential = await mppCredential(client, account, bitcoin)
    await expect(erring.callTool({ ...prices, _meta: { 'org.paymentauth/credential': credential } })).rejects.toMatchObject({
      code: -32043,
      data: { challenges: [{ method: 'evm' }], failure: { reason: 'invalid_challenge' } },
    })
    await expect(erring.callTool({ ...prices, _meta: { 'org.paymentauth/credential': { challenge: {} } } })).rejects.toMatchObject({
      code: -32602,
    })
    await erring.close()
  })
})

describe('junk in place of a payment', () => {
  const junk: [string, Record<string, unknown>, string][] = [
    ['a number', { 'x402/payment': 7 }, 'malformed_payment'],
    ['a list', { 'x402/payment': [{}] }, 'malformed_payment'],
    ['no base64', { 'x402/payment': '{"a":1}' }, 'malformed_payment'],
    ['an empty object', { 'x402/payment': {} }, 'malformed_payment'],
    ['8 KB and more', { 'x402/payment': { x402Version: 2, padding: 'x'.repeat(9_000) } }, 'header_too_large'],
    ['a deep one', { 'x402/payment': JSON.parse('{"a":'.repeat(20) + '1' + '}'.repeat(20)) as unknown }, 'malformed_payment'],
    ['a credential of nothing', { 'org.paymentauth/credential': {} }, 'malformed_credential'],
    ['a credential of text', { 'org.paymentauth/credential': 'Payment e30' }, 'malformed_credential'],
    [
      'a credential of 8 KB and more',
      { 'org.paymentauth/credential': { challenge: { request: { a: 'x'.repeat(9_000) } } } },
      'header_too_large',
    ],
    ['two payments', { 'x402/payment': {}, 'org.paymentauth/credential': {} }, 'several_payments'],
  ]
  test.each(junk)('%s is told, and nothing of ours shows', async (_, meta, code) => {
    const { status, body, text } = await postMcp(service.url, toolCall({ ...bitcoin, _meta: meta }))
    expect(status).toBe(200)
    expect(body.result.isError).toBe(true)
    expect(text).toContain(code)
    expect(text).not.toMatch(internal)
  })

  test('a payment in a header and another in _meta are refused together', async () => {
    const payment = await x402Payment(account, await termsFor(bitcoin))
    const other = await x402Payment(account, await termsFor(bitcoin))
    const { text } = await postMcp(service.url, toolCall(withPayment(bitcoin, payment)), { 'PAYMENT-SIGNATURE': encodePayment(other) })
    expect(text).toContain('several_payments')
    const credential = await mppCredential(client, account, bitcoin)
    const mixed = await postMcp(service.url, toolCall({ ...bitcoin, _meta: { 'org.paymentauth/credential': credential } }), {
      'PAYMENT-SIGNATURE': encodePayment(payment),
    })
    expect(mixed.text).toContain('several_payments')
  })

  test('keys that name prototypes have no effect', async () => {
    const payment = JSON.stringify(await x402Payment(account, await termsFor(bitcoin)))
    const poisoned = payment.replace('{', '{"__proto__":{"polluted":true},')
    const params = (values: string, meta: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"market-price","arguments":${values},"_meta":${meta}}}`
    const paid = await postMcp(service.url, params('{"symbol":"BTC"}', `{"x402/payment":${poisoned}}`))
    expect(paid.text).toContain('a member named __proto__')
    for (const values of ['{"__proto__":{"symbol":"BTC"}}', '{"constructor":{"prototype":{"symbol":"BTC"}}}']) {
      expect((await postMcp(service.url, params(values, '{}'))).text).toContain('invalid_input: symbol')
    }
    const inherited = await postMcp(service.url, params('{"symbol":"BTC"}', `{"__proto__":{"x402/payment":${payment}}}`))
    expect(inherited.body.result.structuredContent.error).toContain('Payment required')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('a replay', () => {
  test('from another address gets no answer once the signature is public', async () => {
    const payment = await x402Payment(account, await termsFor(bitcoin))
    expect((await callMcp(client, withPayment(bitcoin, payment))).isError).toBeFalsy()
    const thief = await connectMcp(service.url, { headers: { 'X-Forwarded-For': '203.0.113.66' } })
    const result = await callMcp(thief, withPayment(bitcoin, payment))
    expect(wordsOf(result)).toContain('answer_delivered')
    expect(result).not.toHaveProperty('structuredContent')
    await thief.close()
  })

  test('with the idempotency key of another wallet does not get its answer', async () => {
    const call = { ...bitcoin, arguments: { symbol: 'BTC', idempotencyKey: 'somebody-elses-key' } }
    const first = await callPayingX402(client, account, call)
    const thief = await connectMcp(service.url, { headers: { 'X-Forwarded-For': '203.0.113.67' } })
    const result = await callPayingX402(thief, await service.payingWallet('1'), call)
    const id = (one: ToolResult) => (one['_meta']!['farthing/receipt'] as { id: string }).id
    expect(id(result)).not.toBe(id(first))
    await thief.close()
  })

  test('at the same moment over HTTP and MCP is one payment', async () => {
    const before = await paidTo()
    const payment = await x402Payment(account, await termsFor(bitcoin))
    const [http, mcp] = await Promise.all([
      callWith(service.url + priceOfBitcoin, encodePayment(payment)),
      callMcp(client, withPayment(bitcoin, payment)),
    ])
    expect([http.status, mcp.isError ?? false]).toEqual([200, false])
    expect(await http.json()).toEqual(mcp.structuredContent)
    expect((await paidTo()) - before).toBe(7500n)
  })

  test('of a call whose caller disconnected gets the answer, and is charged once', async () => {
    const before = await paidTo()
    const payment = await x402Payment(account, await termsFor(bitcoin))
    const gone = new AbortController()
    const claims = service.claims()
    const call = fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify(toolCall(withPayment(bitcoin, payment))),
      signal: gone.signal,
    }).catch(() => null)
    await expect.poll(() => service.claims(), { interval: 1 }).toBe(claims + 1)
    gone.abort()
    await call
    const again = await callMcp(client, withPayment(bitcoin, payment))
    expect(again.isError, wordsOf(again)).toBeFalsy()
    expect((await paidTo()) - before).toBe(7500n)
  })
})
