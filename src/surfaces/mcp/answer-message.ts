import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { InitializeRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Log } from '../../shared/log.ts'
import type { Random } from '../../shared/random.ts'
import { callTool, type Caller, type CallToolParts } from './call-tool.ts'
import { instructions } from './instructions.ts'
import { readResource, resources, resourceTemplates } from './resources.ts'
import { rpcCodes, RpcError } from './rpc-error.ts'
import { offerTool } from './tool-definitions.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'

export interface MessageParts extends Omit<CallToolParts, 'tools'> {
  readonly ledger: Pick<Ledger, 'find'>
  readonly random: Random
  readonly log: Log
}

/** One JSON-RPC message as it came, and how. */
export interface Message {
  readonly body: unknown
  readonly url: string
  readonly protocolVersion: string | null
  readonly caller: Pick<Caller, 'client' | 'headers'>
}

/** Begins the session id of a client that said at its start that it takes payment errors. It is all that we keep of it. */
const paymentErrorsSession = 'payment-errors-'

/** The side of the endpoint that speaks through the official SDK. What is the same for all messages is made once. */
export function createAnswering(parts: MessageParts): (message: Message) => Promise<Response> {
  const { facts, log } = parts
  const tools = new Map(facts.offers.map((offer) => [offer.id, offerTool(offer, facts.freeCallsPerDay)]))
  const definitions = [...tools.values()].map(({ definition }) => definition)
  const info = { name: 'farthing', title: 'Farthing', version: facts.version, websiteUrl: facts.publicUrl }
  const options = {
    capabilities: { tools: {}, resources: {}, experimental: { payment: { methods: paymentMethods(facts.networks) } } },
    instructions: instructions(facts),
    // Used for forms that a server has its user fill in; there are none.
    jsonSchemaValidator: {
      getValidator: () => {
        throw new Error('no forms')
      },
    },
  }

  async function answer(method: string, params: JsonObject, caller: Caller): Promise<Record<string, unknown>> {
    switch (method) {
      case 'tools/list':
        return { tools: firstPage(params, definitions) }
      case 'tools/call':
        return callTool(readToolCall(params), caller, { ...parts, tools })
      case 'resources/list':
        return { resources: firstPage(params, resources) }
      case 'resources/templates/list':
        return { resourceTemplates: firstPage(params, resourceTemplates) }
      case 'resources/read': {
        const uri = params['uri']
        if (typeof uri !== 'string') throw new RpcError(rpcCodes.invalidParams, 'params.uri must be a string.')
        return readResource(uri.slice(0, 2_048), parts)
      }
      default:
        throw new RpcError(rpcCodes.methodNotFound, 'Method not found.')
    }
  }

  return async ({ body, url, protocolVersion, caller }) => {
    const sessionId = caller.headers.get('mcp-session-id')
    const asked: Caller = {
      ...caller,
      paymentErrors: sessionId?.startsWith(paymentErrorsSession) === true,
      // Clients name the version on every request since that in which the links came.
      links: protocolVersion !== null && protocolVersion >= '2025-06-18',
    }
    const server = new Server(info, options)
    server.fallbackRequestHandler = async ({ method, params }) =>
      answer(method, (params ?? {}) as JsonObject, asked).catch((error: unknown) => {
        if (error instanceof RpcError) throw error
        log.error({ err: error, method: method.slice(0, 64) }, 'an MCP request failed')
        throw new RpcError(rpcCodes.internalError, 'Something went wrong on our side. Nothing was charged unless a receipt says so.')
      })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      const headers = new Headers({ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' })
      if (protocolVersion !== null) headers.set('MCP-Protocol-Version', protocolVersion)
      const response = await transport.handleRequest(new Request(url, { method: 'POST', headers }), { parsedBody: body })
      if (!takesPaymentErrors(body)) return response
      const session = `${paymentErrorsSession}${Buffer.from(parts.random.bytes(16)).toString('hex')}`
      return new Response(response.body, { status: response.status, headers: { 'Mcp-Session-Id': session } })
    } finally {
      await server.close()
    }
  }
}

/** What is wrong with a message that the SDK would answer in the words of its schemas, or as a fault of ours; null for all else. */
export function messageFault(body: unknown): RpcError | null {
  if (!isJsonObject(body)) return null
  const { method, params } = body
  if (method === 'initialize' && !InitializeRequestSchema.safeParse(body).success) {
    return new RpcError(
      rpcCodes.invalidParams,
      'initialize needs params with protocolVersion, capabilities and clientInfo (name, version).',
    )
  }
  if (method === 'tools/call' && isJsonObject(params) && params['task'] !== undefined) {
    return new RpcError(rpcCodes.invalidParams, 'Tools are called at once here: send no params.task.')
  }
  return null
}

/** Clients of MPP's transport draft declare `experimental.payment`: what costs something answers them with its errors. */
function takesPaymentErrors(body: unknown): boolean {
  if (!isJsonObject(body) || body['method'] !== 'initialize') return false
  const { params } = body as { params: { capabilities: { experimental?: JsonObject } } }
  return isJsonObject(params.capabilities.experimental?.['payment'])
}

function paymentMethods(networks: CallToolParts['facts']['networks']): Record<string, { intents: string[] }> {
  const methods = new Set(networks.map(({ settles }) => (settles ? 'evm' : 'evmhash')))
  return Object.fromEntries([...methods].map((method) => [method, { intents: ['charge'] }]))
}

/** All there is stands on one page. */
function firstPage<T extends Tool | object>(params: JsonObject, items: readonly T[]): readonly T[] {
  if (params['cursor'] !== undefined) throw new RpcError(rpcCodes.invalidParams, 'There is one page only: send no cursor.')
  return items
}

function readToolCall(params: JsonObject) {
  const { name, arguments: values = {}, _meta: meta = {} } = params
  if (typeof name !== 'string') throw new RpcError(rpcCodes.invalidParams, 'params.name must be the name of a tool.')
  if (!isJsonObject(values)) throw new RpcError(rpcCodes.invalidParams, 'params.arguments must be an object.')
  if (!isJsonObject(meta)) throw new RpcError(rpcCodes.invalidParams, 'params._meta must be an object.')
  return { name, arguments: values, meta }
}
