import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callMcp, connectMcp, mppCredential, postMcp, x402Payment, type ToolCall } from '../mcp-clients.ts'
import { hostFaults } from '../host-rules.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { usdcOf, type Account } from '../signed-payments.ts'
import { internal } from '../wire.ts'

let service: TestService
let account: Account
let client: Client
beforeAll(async () => {
  service = await startTestService()
  account = await service.payingWallet('20')
  client = await connectMcp(service.url)
})
afterAll(async () => {
  await client?.close()
  await service?.close()
})

const bitcoin = { name: 'market-price', arguments: { symbol: 'BTC' } }
const prices = { name: 'crypto-prices', arguments: { symbols: 'BTC,ETH' } }
const paidTo = () => usdcOf(service.chain(), service.sandbox.payTo)
const termsFor = async (call: ToolCall) => (await callMcp(client, call)).structuredContent as any
const withPayment = (call: ToolCall, payment: unknown): ToolCall => ({ ...call, _meta: { 'x402/payment': payment } })
const toolCall = (call: ToolCall) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })

describe('the protocol', () => {
  const errorOf = async (body: unknown, headers: Record<string, string> = {}) => {
    const answer = await postMcp(service.url, body, headers)
    expect(answer.text).not.toMatch(internal)
    return [answer.status, (answer.body as { error?: { code: number } } | null)?.error?.code]
  }

  test('refuses batches, so that one message is one call', async () => {
    const credit = await x402Payment(account, await termsFor(bitcoin))
    const before = await paidTo()
    expect(await errorOf([toolCall(withPayment(bitcoin, credit)), toolCall(withPayment(prices, credit))])).toEqual([400, -32600])
    expect(await errorOf([])).toEqual([400, -32600])
    expect(await paidTo()).toBe(before)
  })

  test('runs nothing for a notification, whatever it carries', async () => {
    const payment = await x402Payment(account, await termsFor(bitcoin))
    const before = await paidTo()
    const claims = service.claims()
    const { status, text } = await postMcp(service.url, { jsonrpc: '2.0', method: 'tools/call', params: withPayment(bitcoin, payment) })
    expect([status, text]).toEqual([202, ''])
    expect(await paidTo()).toBe(before)
    expect((await callMcp(client, withPayment(bitcoin, payment))).isError).toBeFalsy()
    // Only the later call made a claim.
    expect(service.claims()).toBe(claims + 1)
  })

  test('finds a credential in the _meta of the message itself', async () => {
    const credential = await mppCredential(client, account, bitcoin)
    const { body } = await postMcp(service.url, { ...toolCall(bitcoin), _meta: { 'org.paymentauth/credential': credential } })
    expect(body.result['_meta']['org.paymentauth/receipt']).toMatchObject({ status: 'success', challengeId: credential.challenge.id })
  })

  test.each([
    ['no JSON', '{"jsonrpc":', 400, -32700],
    ['JSON of another kind', '"tools/list"', 400, -32600],
    ['nothing', '', 400, -32600],
    ['too deep', `${'['.repeat(50)}${']'.repeat(50)}`, 400, -32700],
    ['too long', `"${'x'.repeat(300_000)}"`, 413, -32000],
    ['no JSON-RPC', { hello: 'world' }, 400, -32700],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'tools/list' }, 400, -32700],
    ['parameters in a list', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: [] }, 400, -32700],
    ['a method that is not there', { jsonrpc: '2.0', id: 1, method: 'tools/destroy' }, 200, -32601],
    ['arguments in a list', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'market-rates', arguments: [] } }, 200, -32602],
    ['a task', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'market-rates', task: { ttl: 1 } } }, 200, -32602],
    ['an initialize of nothing', { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }, 200, -32602],
    ['a cursor', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 'x' } }, 200, -32602],
  ])('%s is refused in words of its own', async (_, body, status, code) => {
    expect(await errorOf(body)).toEqual([status, code])
  })

  test('takes null and empty text for what a client leaves out', async () => {
    const listed = await Promise.all(
      [undefined, null, {}, { cursor: '' }, { cursor: null }, { _meta: null }].map((params) =>
        postMcp(service.url, { jsonrpc: '2.0', id: 1, method: 'tools/list', ...(params === undefined ? {} : { params }) }),
      ),
    )
    for (const { body } of listed) expect(body.result.tools.length).toBeGreaterThan(30)
    const { body } = await postMcp(service.url, toolCall({ name: 'discovery', arguments: null, _meta: null } as never))
    expect(body.result.isError ?? false).toBe(false)
  })

  test('a client learns that the connection ends after a body that was not read', async () => {
    const { status, headers } = await postMcp(service.url, `"${'x'.repeat(300_000)}"`)
    expect([status, headers.get('connection')]).toEqual([413, 'close'])
  })

  test('accepts JSON only', async () => {
    expect(await errorOf('{}', { 'Content-Type': 'text/plain' })).toEqual([415, -32000])
    expect(await errorOf('{}', { Accept: 'text/html' })).toEqual([406, -32000])
  })
})

describe('the list of tools', () => {
  const listed = async (search = '') => {
    const asked = await fetch(`${service.url}/mcp${search}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    const text = await asked.text()
    return { status: asked.status, text, tools: (JSON.parse(text).result?.tools ?? []) as any[] }
  }

  test('is for every host: at most 40 KB, and each schema in the part of JSON Schema that all of them take', async () => {
    const { text, tools } = await listed()
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(40_000)
    for (const tool of tools) {
      expect(tool).not.toHaveProperty('outputSchema')
      expect(hostFaults(tool), tool.name).toEqual([])
    }
  })

  test('has the schemas of answers for a client that asks for them', async () => {
    const { tools } = await listed('?answers=true')
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true)
  })

  test('is shortened to the tools that the address names, by id or by a word of id or route', async () => {
    const names = async (search: string) => (await listed(search)).tools.map(({ name }) => name as string)
    expect(await names('?tools=qr-code')).toEqual(['qr-code'])
    expect(await names('?tools=market,companies')).toEqual((await names('')).filter((name) => /^(?:market-|company-)/.test(name)))
    expect(await names('?tools=market&tools=qr-code')).toContain('qr-code')
    const unknown = await listed('?tools=market,weather')
    expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('tools=weather')])
  })

  test('is one of tools that take their arguments as text, as some hosts send them', async () => {
    const wrong: Record<string, string> = {}
    for (const [name, values] of [
      ['market-ohlcv', { symbol: 'BTC', limit: '10' }],
      ['screenshot', { url: 'http://example.com/', width: '800', full_page: 'true', detail: '' }],
      ['qr-code', { text: 'x', size: '200' }],
      ['data-risk-batch', { subjects: '[{"subject":"Jane Doe","birthYear":1980}]' }],
      ['pdf-generate', { html: '<p>x</p>', landscape: 'False' }],
    ] as const) {
      const result = await callMcp(client, { name, arguments: values })
      const words = result.content.map((one) => ('text' in one ? one.text : '')).join(' ')
      if (/invalid_input/.test(words)) wrong[name] = words
    }
    expect(wrong).toEqual({})
  })
})

describe('a page of another origin', () => {
  /** A request as a browser sends it after DNS rebinding. `fetch` cannot set Host. */
  const statusAs = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
      const asked = httpRequest(
        `${service.url}/mcp`,
        { method: 'POST', headers: { 'Content-Type': 'application/json', Accept: '*/*', ...headers } },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      asked.once('error', reject)
      asked.end(body)
    })

  test('reaches no service on this machine, by a rebound name or by address', async () => {
    expect(await statusAs({ Host: 'attacker.example' })).toBe(403)
    expect(await statusAs({ Host: 'attacker.example', Origin: 'http://attacker.example' })).toBe(403)
    expect(await statusAs({ Origin: 'https://attacker.example' })).toBe(403)
    expect(await statusAs({ Origin: 'null' })).toBe(403)
    expect(await statusAs({ Origin: 'http://localhost.attacker.example' })).toBe(403)
  })

  test('of this machine does', async () => {
    expect(await statusAs({})).toBe(200)
    expect(await statusAs({ Host: 'localhost:4020', Origin: 'http://localhost:6274' })).toBe(200)
  })
})

test('MCP calls count in the rate limit of their address, together with HTTP calls', async () => {
  const startedAt = Date.now()
  // The clock stands still, so that a slow call does not allow one more.
  const tight = await startTestService({ env: { RATE_LIMIT_BURST: '5', RATE_LIMIT_PER_SECOND: '1' }, clock: { now: () => startedAt } })
  try {
    const statuses = []
    for (let turn = 0; turn < 3; turn += 1) {
      statuses.push((await fetch(`${tight.url}/v2/x402/market/rates`)).status)
      statuses.push((await postMcp(tight.url, { jsonrpc: '2.0', id: 1, method: 'ping' })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const refused = await postMcp(tight.url, { jsonrpc: '2.0', id: 1, method: 'ping' })
    expect([refused.headers.get('retry-after'), refused.body.error.code]).toEqual(['1', -32000])
  } finally {
    await tight.close()
  }
})
