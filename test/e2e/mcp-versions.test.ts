import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callMcp, callPayingCloudflare, callPayingX402, mppCredential, postMcp, wordsOf, type ToolResult } from '../mcp-clients.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { usdcOf, type Account } from '../signed-payments.ts'

let service: TestService
let account: Account
const open: Client[] = []
beforeAll(async () => {
  service = await startTestService()
  account = await service.payingWallet('20')
})
afterAll(async () => {
  for (const client of open) await client.close()
  await service?.close()
})

async function connect(options: ClientOptions): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, options)
  open.push(client)
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)))
  return client
}

const bitcoin = { name: 'market-price', arguments: { symbol: 'BTC' } }
const modes: [string, string, ClientOptions][] = [
  ['negotiates', '2026-07-28', { versionNegotiation: { mode: 'auto' } }],
  ['insists on the newest version', '2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ['knows only the versions before', '2025-11-25', { versionNegotiation: { mode: 'legacy' } }],
]

describe.each(modes)('the official client of 2026 that %s', (_, version, options) => {
  let client: Client
  beforeAll(async () => {
    client = await connect(options)
  })

  test('agrees on a version, and hears what is sold', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect(client.getInstructions()).toContain('market-price ($0.0075)')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(service.parts.catalog.offers.map(({ id }) => id))
    expect((await client.listResources()).resources).toHaveLength(1)
    expect(JSON.stringify(await client.readResource({ uri: 'farthing://prices' }))).toContain('0.0075')
  })

  test('gets the terms of what it does not pay, and the answer of what is free', async () => {
    const asked = await callMcp(client, bitcoin)
    expect(asked).toMatchObject({ isError: true, structuredContent: { x402Version: 2 } })
    expect((await callMcp(client, { name: 'market-rates' })).isError ?? false).toBe(false)
  })

  test('pays by x402, as Cloudflare does and by MPP', async () => {
    const before = await usdcOf(service.chain(), service.sandbox.payTo)
    const credential = await mppCredential(client, account, bitcoin)
    const paid: ToolResult[] = [
      await callPayingX402(client, account, bitcoin),
      await callPayingCloudflare(client, account, bitcoin),
      await callMcp(client, { ...bitcoin, _meta: { 'org.paymentauth/credential': credential } }),
    ]
    for (const result of paid) {
      expect(result.isError ?? false, wordsOf(result)).toBe(false)
      expect(result.structuredContent).toMatchObject({ data: { symbol: 'BTC' } })
      expect(result['_meta']).toMatchObject({ 'farthing/receipt': { offer: 'market-price' } })
    }
    // The first call of a wallet is free.
    expect(await usdcOf(service.chain(), service.sandbox.payTo)).toBeGreaterThanOrEqual(before + 2n * 7_500n)
  })

  test('gets the terms as an error where it declares that it takes payment errors', async () => {
    const payer = await connect({ ...options, capabilities: { experimental: { payment: {} } } })
    await expect(payer.callTool(bitcoin)).rejects.toMatchObject({ code: -32042 })
  })
})

describe('a message of the stateless version', () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const send = (method: string, params: object = {}, headers: Record<string, string> = {}) =>
    postMcp(
      service.url,
      { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
      { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, ...headers },
    )

  test('is answered with our headers and without a session', async () => {
    const { status, headers, body } = await send('server/discover')
    expect(status).toBe(200)
    expect([headers.get('cache-control'), headers.get('access-control-allow-origin'), headers.get('mcp-session-id')]).toEqual([
      'no-store',
      '*',
      null,
    ])
    expect(body.result).toMatchObject({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} } })
  })

  test('is refused where its headers name another method or tool, so that a proxy and we see the same call', async () => {
    expect((await send('tools/list', {}, { 'Mcp-Method': 'server/discover' })).status).toBe(400)
    const call = { name: 'market-rates', arguments: {} }
    expect((await send('tools/call', call, { 'Mcp-Name': 'qr-code' })).status).toBe(400)
    expect((await send('tools/call', call, { 'Mcp-Name': 'market-rates' })).status).toBe(200)
  })

  test('of a version that we do not know names the versions that we do', async () => {
    const { status, text } = await postMcp(
      service.url,
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/list',
        params: { _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } },
      },
      { 'MCP-Protocol-Version': '2031-01-01', 'Mcp-Method': 'tools/list' },
    )
    expect([status, text]).toEqual([400, expect.stringContaining('2026-07-28')])
  })

  test('opens no stream, since nothing changes while a client listens', async () => {
    const { status, body } = await send('subscriptions/listen', { notifications: { toolsListChanged: true } })
    expect([status, body.error.code]).toEqual([200, -32601])
  })
})
