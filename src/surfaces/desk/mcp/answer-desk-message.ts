import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import { isJsonObject, type JsonObject } from '../../mcp/json-object.ts'
import { answerThrough } from '../../mcp/message-protocol.ts'
import { isKnownVersion, protocolVersions } from '../../mcp/protocol-versions.ts'
import { readMessage } from '../../mcp/read-message.ts'
import { rpcCodes, RpcError } from '../../mcp/rpc-error.ts'
import type { ApiParts } from '../api/api-routes.ts'
import { inputSchema } from '../api/openapi-of-desk.ts'
import type { DeskCall } from '../calls/desk-call.ts'
import { runCall } from '../calls/run-call.ts'
import { mayDo, type Operator } from '../door/operator.ts'

export type AnswerDeskMessage = (message: {
  readonly body: unknown
  readonly protocolVersion: string | null
  readonly operator: Operator
}) => Promise<{ readonly status: number; /** Null for a message that wants no answer. */ readonly message: unknown }>

const instructions =
  'The books and switches of one seller. Amounts are decimal text in USDC, times ISO 8601 in UTC. Look before you change anything: use dryRun where a tool has it, and ask your operator before a refund, a price or a switch.'

/** Answers MCP messages of operators, with the tools that their scope allows. */
export function createDeskAnswering(parts: ApiParts): AnswerDeskMessage {
  const tools = parts.calls.map((call) => ({ call, tool: toolOf(call) }))
  const serverInfo = { name: 'farthing-desk', title: 'The desk', version: parts.version }

  async function answer(method: string, params: JsonObject, operator: Operator): Promise<Record<string, unknown>> {
    const allowed = tools.filter(({ call }) => mayDo(operator, call.scope))
    switch (method) {
      case 'initialize': {
        const asked = params['protocolVersion']
        const protocolVersion = isKnownVersion(asked) ? asked : protocolVersions[0]
        return { protocolVersion, capabilities: { tools: {} }, serverInfo, instructions }
      }
      case 'ping':
        return {}
      case 'tools/list':
        return { tools: allowed.map(({ tool }) => tool) }
      case 'tools/call': {
        const found = allowed.find(({ call }) => call.id === params['name'])
        if (found === undefined)
          throw new RpcError(rpcCodes.invalidParams, 'Your token has no such tool: tools/list has those that it has.')
        const given = params['arguments'] ?? {}
        if (!isJsonObject(given)) throw new RpcError(rpcCodes.invalidParams, 'params.arguments must be an object.')
        return callTool(found.call, given, operator, parts)
      }
      default:
        throw new RpcError(rpcCodes.methodNotFound, 'Method not found.')
    }
  }

  return async ({ body, protocolVersion, operator }) => {
    const read = readMessage(body, protocolVersion)
    if (read.kind === 'accepted') return { status: 202, message: null }
    if (read.kind === 'refused') {
      const { code, message } = read.error
      return { status: read.status, message: { jsonrpc: '2.0', id: null, error: { code, message } } }
    }
    const message = await answerThrough(read.request, ({ method, params = {} }) => answer(method, params, operator))
    return { status: 200, message }
  }
}

function toolOf(call: DeskCall): Tool {
  const { id, title, purpose, method, scope } = call
  const isReading = method === 'GET'
  return {
    name: id,
    title,
    description: `${purpose} Scope: ${scope}.`,
    inputSchema: { ...inputSchema(call), type: 'object' } as Tool['inputSchema'],
    annotations: { readOnlyHint: isReading, destructiveHint: !isReading, openWorldHint: false },
  }
}

async function callTool(call: DeskCall, given: JsonObject, operator: Operator, parts: ApiParts): Promise<CallToolResult> {
  const outcome = await runCall(call, given, operator, parts)
  if (outcome.kind !== 'answer') return { isError: true, content: [{ type: 'text', text: outcome.detail }] }
  const answer = outcome.answer as Record<string, unknown>
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }
}
