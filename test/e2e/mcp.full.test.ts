import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolInput } from '../../src/surfaces/mcp/tool-input.ts'
import { callMcp, callPayingX402, connectMcp, postMcp, wordsOf, type ToolResult } from '../mcp-clients.ts'
import { withoutEngines } from '../example-calls.ts'
import { startTestService, untilIndexed, type TestService } from '../start-test-service.ts'
import { type Account } from '../signed-payments.ts'
import { shareOf } from '../support/runs.ts'

let service: TestService
let account: Account
let client: Client
beforeAll(async () => {
  service = await startTestService()
  await untilIndexed(service, 'transfers')
  account = await service.payingWallet('20')
  client = await connectMcp(service.url)
})
afterAll(async () => {
  await client?.close()
  await service?.close()
})

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })

describe('the official client', () => {
  test('is told on connection what is free, what each tool costs, and how to pay', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'farthing', title: 'Farthing' })
    expect(client.getServerCapabilities()).toMatchObject({
      tools: {},
      resources: {},
      experimental: { payment: { methods: { evm: { intents: ['charge'] } } } },
    })
    const words = client.getInstructions()!
    for (const { id } of service.parts.catalog.offers) expect(words).toContain(id)
    for (const said of ['Free: ', '25 free calls a day', 'market-price ($0.0075)', 'one key per purchase', 'sandbox']) {
      expect(words).toContain(said)
    }
  })

  test('lists every offer as a tool with its schemas, its price and its side effects', async () => {
    const whole = await connectMcp(service.url, { search: '?answers=true' })
    const { tools } = await whole.listTools()
    await whole.close()
    const { offers } = service.parts.catalog
    expect(tools.map(({ name }) => name)).toEqual(offers.map(({ id }) => id))
    for (const tool of tools) {
      expect(tool.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: true })
      expect(tool.description).toMatch(/Free\.|\$0\.\d+ a call/)
      expect(tool.outputSchema).toBeDefined()
    }
    expect(tools.find(({ name }) => name === 'market-price')).toMatchObject({
      inputSchema: { properties: { symbol: { type: 'string', examples: ['BTC'] } }, required: ['symbol'] },
      annotations: { idempotentHint: false },
      _meta: { 'farthing/access': 'fixed', 'farthing/priceUsd': '0.0075', 'agents-x402/priceUSD': 0.0075 },
    })
  })

  test('calls tools with their worked examples, and checks every answer against its schema', async () => {
    await client.listTools()
    for (const offer of shareOf(withoutEngines(service.parts.catalog.offers), 2)) {
      const call = { name: offer.id, arguments: toolInput(offer).example }
      const free = await callMcp(client, call)
      expect(free.isError ?? false, offer.id).toBe(offer.access.kind === 'fixed')
      const result: ToolResult = free.isError ? await callPayingX402(client, account, call) : free
      expect(result.isError, `${offer.id}: ${wordsOf(result)}`).toBeFalsy()
      // A picture or document is content of its own, and the structured answer goes without its data.
      const structured = offer.document ? { ...(result.structuredContent as object), data: '' } : result.structuredContent
      expect(offer.answer.safeParse(structured).error, offer.id).toBeUndefined()
      const texts = result.content.flatMap((one) => ('text' in one ? [one.text] : []))
      if (offer.inWords) expect(texts[0]).toBe(offer.inWords(structured))
      else expect(JSON.parse(texts[0] as string)).toEqual(result.structuredContent)
    }
  }, 180_000)

  test('counts free calls of a quota tool together with those over HTTP', async () => {
    const call = { name: 'settlement-estimate', arguments: { amount: 100 } }
    const { remaining } = (await callMcp(client, call))['_meta']!['farthing/quota'] as { remaining: number }
    const http = await fetch(`${service.url}/v1/settlement/estimate?amount=100`)
    expect(http.headers.get('x-free-quota-remaining')).toBe(String(remaining - 1))
    const result = await callMcp(client, call)
    expect(wordsOf(result)).toContain(`${remaining - 2} of 25 free calls left today`)
  })

  test('reads the price list', async () => {
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['farthing://prices'])
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([{ uriTemplate: 'farthing://receipts/{id}' }])
    const { contents } = await client.readResource({ uri: 'farthing://prices' })
    const list = JSON.parse((contents[0] as { text: string }).text) as { tools: { tool: string; priceUsd: string }[] }
    expect(list.tools.map(({ tool }) => tool)).toEqual(service.parts.catalog.offers.map(({ id }) => id))
    expect(list.tools).toContainEqual(expect.objectContaining({ tool: 'market-price', access: 'fixed', priceUsd: '0.0075' }))
  })
})

describe('a fault in the arguments', () => {
  test.each([
    ['market-price', { symbol: 'no such symbol!' }, 'invalid_input: symbol: '],
    ['market-price', { symbol: ['BTC'] }, 'symbol: expected a string'],
    ['market-price', { symbol: '\ud800' }, 'symbol: expected Unicode text'],
    ['market-price', { symbol: '' }, 'symbol: expected a value'],
    ['market-price', { simbol: 'BTC' }, 'invalid_input: symbol: '],
    ['market-price', { symbol: 'BTC', idempotencyKey: 'short' }, 'invalid_idempotency_key'],
    ['settlement-estimate', {}, 'invalid_input: amount: '],
    ['settlement-estimate', { amount: 'lots' }, 'invalid_input: amount: '],
    ['data-fx', { base: 'USD', quote: 'EUR', date: '1800-01-01' }, ''],
  ])('%s %j is told in its own names, before any payment', async (name, values, said) => {
    const result = await callMcp(client, { name, arguments: values })
    expect(result.isError).toBe(true)
    expect(wordsOf(result)).toContain(said)
    if (said !== '') expect(result['_meta']).not.toHaveProperty('x402/error')
  })

  test('of an unknown tool is a protocol error', async () => {
    for (const name of ['no-such-tool', '__proto__', 'constructor', 'toString']) {
      await expect(client.callTool({ name })).rejects.toMatchObject({ code: -32602 })
    }
  })
})

describe('Streamable HTTP without sessions', () => {
  test('has no stream to listen to and no session to end', async () => {
    const stream = await fetch(`${service.url}/mcp`, { headers: { Accept: 'text/event-stream' } })
    expect([stream.status, stream.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
    expect((await fetch(`${service.url}/mcp`, { method: 'DELETE' })).status).toBe(405)
    expect((await fetch(`${service.url}/mcp`, { method: 'PUT' })).status).toBe(405)
  })

  test('explains itself in a browser', async () => {
    const response = await fetch(`${service.url}/mcp`, { headers: { Accept: 'text/html,*/*' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    const text = await response.text()
    expect(text).toContain(`"url":"${service.url}/mcp"`)
    expect(text).toContain('market-price ($0.0075)')
    expect((await fetch(`${service.url}/mcp`, { method: 'HEAD' })).status).toBe(200)
  })

  test('answers a message without an earlier initialize, and clients that accept JSON only', async () => {
    const { status, body, headers } = await postMcp(service.url, message('tools/list'), { Accept: 'application/json' })
    expect(status).toBe(200)
    expect(body.result.tools.length).toBe(service.parts.catalog.offers.length)
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.has('mcp-session-id')).toBe(false)
  })

  test('supports the protocol versions that the SDK knows, and says so', async () => {
    for (const version of ['2025-11-25', '2025-06-18', '2025-03-26']) {
      const { body } = await postMcp(
        service.url,
        message('initialize', { protocolVersion: version, capabilities: {}, clientInfo: { name: 'a', version: '1' } }),
      )
      expect(body.result.protocolVersion).toBe(version)
    }
    const unknown = await postMcp(service.url, message('ping'), { 'MCP-Protocol-Version': '1999-01-01' })
    expect(unknown.status).toBe(400)
    expect(unknown.body.error.message).toContain('2025-11-25')
  })

  test('accepts notifications and does not answer them', async () => {
    const { status, text } = await postMcp(service.url, { jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([status, text]).toEqual([202, ''])
  })

  test('allows CORS preflights with every header that can carry a payment', async () => {
    const response = await fetch(`${service.url}/mcp`, { method: 'OPTIONS', headers: { Origin: 'http://localhost:6274' } })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const allowed = response.headers.get('access-control-allow-headers')!
    for (const name of [
      'Content-Type',
      'MCP-Protocol-Version',
      'Mcp-Session-Id',
      'PAYMENT-SIGNATURE',
      'Authorization',
      'Idempotency-Key',
      'SIGN-IN-WITH-X',
    ]) {
      expect(allowed).toContain(name)
    }
  })
})
