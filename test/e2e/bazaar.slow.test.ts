import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { PaymentRequired } from '@x402/core/types'
import { extractDiscoveryInfo } from '@x402/extensions/bazaar'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { exampleRequest, exampleUrl } from '../example-calls.ts'
import { callMcp, connectMcp, x402Payment } from '../mcp-clients.ts'
import { startTestService, untilIndexed, untilTextToolsAnswer, type TestService } from '../start-test-service.ts'
import { untilDataIsLoaded } from './until-data-is-loaded.ts'

const account = privateKeyToAccount(generatePrivateKey())

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { FREE_QUOTA_PER_DAY: '0' } })
  // Until then some offers are not sold.
  await untilDataIsLoaded(service)
  await untilIndexed(service, 'transfers')
  await untilTextToolsAnswer(service)
})
afterAll(() => service?.close())

const priced = () => service.parts.catalog.offers.filter(({ access }) => access.kind !== 'free')

/** What a facilitator finds in the payment that the official client makes of these terms. */
async function found(terms: PaymentRequired) {
  const payload = await x402Payment(account, terms)
  // The library says which formats its validator does not know.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  try {
    return extractDiscoveryInfo(payload, payload.accepted)
  } finally {
    vi.restoreAllMocks()
  }
}

test('a facilitator finds every paid route in the payment for it', async () => {
  for (const offer of priced()) {
    const response = await fetch(service.url + exampleUrl(offer), exampleRequest(offer))
    expect({ id: offer.id, status: response.status }).toEqual({ id: offer.id, status: 402 })
    await response.body?.cancel()
    const terms = JSON.parse(Buffer.from(response.headers.get('payment-required')!, 'base64').toString('utf8')) as PaymentRequired
    const resource = await found(terms)
    const template = offer.template.replaceAll(/\{([^}]+)\}/g, ':$1')
    expect({ id: offer.id, resource }).toMatchObject({
      id: offer.id,
      resource: {
        resourceUrl: `${service.url}${offer.example.path ? template : offer.template}`,
        method: offer.method,
        x402Version: 2,
        discoveryInfo: {
          input: {
            type: 'http',
            method: offer.method,
            ...(offer.example.path ? { pathParams: offer.example.path } : {}),
            ...(offer.example.query ? { queryParams: offer.example.query } : {}),
            ...(offer.example.body ? { body: offer.example.body, bodyType: 'json' } : {}),
          },
        },
      },
    })
  }
})

test('a facilitator finds every paid MCP tool in the payment for it', async () => {
  const client: Client = await connectMcp(service.url)
  const { tools } = await client.listTools()
  for (const offer of priced()) {
    const tool = tools.find(({ name }) => name === offer.id)
    expect(tool, offer.id).toBeDefined()
    const { path, query, body } = offer.example
    const asked = await callMcp(client, { name: offer.id, arguments: { ...path, ...query, ...(body as object | undefined) } })
    expect({ id: offer.id, terms: asked.structuredContent }).toMatchObject({ id: offer.id, terms: { x402Version: 2 } })
    const resource = await found(asked.structuredContent as unknown as PaymentRequired)
    expect({ id: offer.id, resource }).toMatchObject({
      id: offer.id,
      resource: {
        resourceUrl: `${service.url}/mcp`,
        toolName: offer.id,
        discoveryInfo: { input: { type: 'mcp', toolName: offer.id, transport: 'streamable-http', inputSchema: { type: 'object' } } },
      },
    })
  }
  await client.close()
})
