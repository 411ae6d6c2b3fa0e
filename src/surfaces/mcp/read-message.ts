import { InitializeRequestSchema, isJSONRPCRequest, JSONRPCMessageSchema, type JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { isJsonObject } from './json-object.ts'
import { isKnownVersion, protocolVersions } from './protocol-versions.ts'
import { rpcCodes, RpcError } from './rpc-error.ts'

/** A request to answer, a message that wants no answer, or a refusal with its HTTP status. */
export type ReadMessage =
  | { readonly kind: 'request'; readonly request: JSONRPCRequest }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly status: 200 | 400; readonly error: RpcError }

/** Reads a message as the SDK's HTTP transport does; a test compares the two. */
export function readMessage(sent: unknown, protocolVersion: string | null): ReadMessage {
  const body = withoutNulls(sent)
  const fault = messageFault(body)
  if (fault) return { kind: 'refused', status: 200, error: fault }
  const parsed = JSONRPCMessageSchema.safeParse(body)
  if (!parsed.success) return refused(rpcCodes.parseError, 'Parse error: Invalid JSON-RPC message')
  const message = parsed.data
  const opens = 'method' in message && message.method === 'initialize'
  if (!opens && protocolVersion !== null && !isKnownVersion(protocolVersion)) {
    const known = protocolVersions.join(', ')
    return refused(rpcCodes.refused, `Bad Request: Unsupported protocol version: ${protocolVersion} (supported versions: ${known})`)
  }
  return isJSONRPCRequest(message) ? { kind: 'request', request: message } : { kind: 'accepted' }
}

/** Some clients write null for parameters that they leave out, and for members of these. */
function withoutNulls(body: unknown): unknown {
  if (!isJsonObject(body) || !('params' in body)) return body
  const { params, ...message } = body
  if (params === null) return message
  return isJsonObject(params) ? { ...message, params: Object.fromEntries(Object.entries(params).filter(([, one]) => one !== null)) } : body
}

function refused(code: number, message: string): ReadMessage {
  return { kind: 'refused', status: 400, error: new RpcError(code, message) }
}

/** Faults that the SDK would answer with the text of its schemas, or as an error of ours; null for all other messages. */
function messageFault(body: unknown): RpcError | null {
  if (!isJsonObject(body)) return null
  const { method, params } = body
  if (method === 'initialize' && !InitializeRequestSchema.safeParse(body).success) {
    return new RpcError(
      rpcCodes.invalidParams,
      'initialize needs params with protocolVersion, capabilities and clientInfo (name, version).',
    )
  }
  if (method === 'tools/call' && isJsonObject(params) && params['task'] !== undefined) {
    return new RpcError(rpcCodes.invalidParams, 'Tools run immediately here: send no params.task.')
  }
  return null
}
