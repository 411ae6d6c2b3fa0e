import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { systemClock, systemRandom } from '../../ops/system.ts'
import { silentLog } from '../../shared/log.ts'
import { facts } from '../discovery/facts.fixture.ts'
import { createAnswering, type MessageParts } from './answer-message.ts'

const answer = createAnswering({
  facts,
  clock: systemClock,
  random: systemRandom,
  log: silentLog,
  turns: { finish: () => Promise.resolve() },
  ledger: { find: () => Promise.resolve(undefined) },
} as unknown as MessageParts)

/** What we answer: the status, and the message without what only we know. */
async function ours(body: unknown, protocolVersion: string | null) {
  const answered = await answer({ body, protocolVersion, caller: { client: 'somebody', headers: new Headers() } })
  if (answered.kind === 'accepted') return { status: 202 }
  if (answered.kind === 'refused') return { status: answered.status, code: answered.error.code, message: answered.error.message }
  return { status: 200, ...essence(answered.message) }
}

/** What the SDK's own server answers over its HTTP transport. */
async function theirs(body: unknown, protocolVersion: string | null) {
  const server = new Server({ name: 'theirs', version: '1' }, { capabilities: {} })
  server.fallbackRequestHandler = async () => ({})
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const headers = new Headers({ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' })
  if (protocolVersion !== null) headers.set('MCP-Protocol-Version', protocolVersion)
  const request = new Request('http://127.0.0.1/mcp', { method: 'POST', headers })
  const response = await transport.handleRequest(request, { parsedBody: body })
  await server.close()
  if (response.status === 202) return { status: 202 }
  const message = (await response.json()) as { error?: { code: number; message: string } }
  return response.status === 200 ? { status: 200, ...essence(message) } : { status: response.status, ...message.error }
}

function essence(message: object): object {
  const { id, result } = message as { id?: unknown; result?: { protocolVersion?: unknown } }
  return { id, protocolVersion: result?.protocolVersion }
}

const anything = fc.oneof(fc.constantFrom('2.0', 1, 'a', '', null, {}, []), fc.jsonValue({ maxDepth: 1 }))
/** Messages of which most have something wrong. Methods with an answer of our own are not among them. */
const message = fc
  .record(
    {
      jsonrpc: fc.oneof({ weight: 5, arbitrary: fc.constant('2.0') }, anything),
      id: fc.oneof(fc.constantFrom(1, 'one', 0, 1.5, null), anything),
      method: fc.oneof(fc.constantFrom('ping', 'notifications/initialized', 'notifications/cancelled', 'unknown'), anything),
      params: fc.oneof(fc.constantFrom({}, { _meta: {} }, { _meta: { progressToken: 1 } }), anything),
      result: fc.oneof(fc.constant({}), anything),
      error: fc.oneof(fc.constant({ code: 1, message: 'a' }), anything),
      more: anything,
    },
    { requiredKeys: ['jsonrpc'] },
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
const version = fc.constantFrom(null, '2025-11-25', '2024-11-05', '1999-01-01', '')

test('messages are read, accepted and refused as by the server and the HTTP transport of the SDK', async () => {
  await fc.assert(
    fc.asyncProperty(message, version, async (body, asked) => {
      expect(await ours(body, asked)).toEqual(await theirs(body, asked))
    }),
    { numRuns: runsOf(500) },
  )
})

test.each(['2025-11-25', '2024-11-05', '1999-01-01'])(
  'so is the version agreed on for a client that asks for %s',
  async (protocolVersion) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'client', version: '1' } }
    for (const asked of [null, '1999-01-01']) {
      for (const body of [
        { jsonrpc: '2.0', id: 1, method: 'initialize', params },
        { jsonrpc: '2.0', method: 'initialize', params },
      ])
        expect(await ours(body, asked)).toEqual(await theirs(body, asked))
    }
  },
)
