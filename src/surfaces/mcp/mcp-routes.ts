import type { Context, Hono } from 'hono'
import type { ClientKeys, TrustedProxies } from '../../gate/limits/client-address.ts'
import type { Gate } from '../../gate/gate.ts'
import type { Timers } from '../../shared/clock.ts'
import { inTurns } from '../../shared/in-turns.ts'
import { Problem } from '../../shared/problems.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { callerHasGone, clientOf, comesFromProxy } from '../http/caller.ts'
import { preflightHeaders, commonHeaders } from '../http/headers.ts'
import { readJsonBody } from '../http/read-body.ts'
import { leavesBodyUnread } from '../http/respond.ts'
import type { Message, MessageAnswer, MessageParts } from './answer-message.ts'
import { chooseTools } from './choose-tools.ts'
import { foreignPage } from './check-origin.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { landing } from './landing.ts'
import type { StatelessMessage } from './answer-stateless.ts'
import { loadAnswering, loadStateless } from './load-answering.ts'
import { createMessageTurns, type MessageTurns } from './message-turns.ts'
import { adviceFor } from './problem-messages.ts'
import { isStateless } from './protocol-versions.ts'
import { metaKeys } from './read-payment.ts'
import { rpcCodes } from './rpc-error.ts'

export interface McpParts extends Omit<MessageParts, 'turns'> {
  readonly gate: Gate
  readonly clientKeys: ClientKeys
  readonly proxies: TrustedProxies
  readonly maxBodyBytes: number
  readonly timers: Timers
}

const path = '/mcp'
const headers = {
  ...commonHeaders,
  'Cache-Control': 'no-store',
}
const preflight = {
  ...preflightHeaders,
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
  'Access-Control-Allow-Headers': `${preflightHeaders['Access-Control-Allow-Headers']}, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, SIGN-IN-WITH-X`,
}

/**
 * `/mcp`: MCP by Streamable HTTP, without sessions. Each POST carries one message and is answered as JSON. The SDK is loaded
 * with the first message, so a service that gets no MCP messages starts and runs without it.
 */
export function mcpRoutes(app: Hono, parts: McpParts): void {
  let answering: Promise<Answering> | null = null
  const text = landing(parts.facts)
  const turns = createMessageTurns(parts.timers)

  app.options(path, () => new Response(null, { status: 204, headers: preflight }))
  app.post(path, async (context) => {
    // Without a client address nothing is claimed: no later call could prove that the stored answer is its own.
    if (callerHasGone(context)) return new Response(null, { status: 400 })
    const client = clientOf(context, parts)
    const refused = refusal(context, client, parts)
    if (refused) return refused
    answering ??= load({ ...parts, turns })
    return post(context.req.raw, client, { ...parts, turns }, await answering)
  })
  app.get(path, (context) => {
    // A client asks for an event stream. There is none, since we send nothing but answers.
    if (context.req.header('accept')?.includes('text/event-stream')) return wrongMethod()
    return new Response(text, { headers: { ...headers, 'Content-Type': 'text/markdown; charset=utf-8' } })
  })
  app.all(path, wrongMethod)
}

/** How messages of each kind of version are answered. */
interface Answering {
  readonly initialized: (message: Message) => Promise<MessageAnswer>
  readonly stateless: (message: StatelessMessage) => Promise<Response>
}

async function load(parts: McpParts & { readonly turns: MessageTurns }): Promise<Answering> {
  const { createAnswering, createRequests, toolsInSteps } = await loadAnswering(parts.timers)
  const pause = () => new Promise<void>((resolve) => void parts.timers.soon(resolve))
  const requests = createRequests(parts, await inTurns(toolsInSteps(parts), pause))
  let stateless: Promise<Answering['stateless']> | null = null
  return {
    initialized: createAnswering(parts, requests),
    async stateless(message) {
      stateless ??= loadStateless(parts.timers).then(({ createStatelessAnswering }) => createStatelessAnswering(requests))
      return (await stateless)(message)
    },
  }
}

/** What is decided before the message is read. */
function refusal(context: Context, client: string, parts: McpParts): Response | null {
  const foreign = foreignPage(context.req.raw.headers, parts.facts.publicUrl, comesFromProxy(context, parts))
  if (foreign !== null) return rpcRefusal(403, rpcCodes.refused, foreign)
  const accept = context.req.header('accept')
  if (accept !== undefined && !/application\/json|application\/\*|\*\/\*/i.test(accept)) {
    return rpcRefusal(406, rpcCodes.refused, 'Answers are JSON: send Accept: application/json, text/event-stream.')
  }
  const limited = parts.gate.limitRate(client)
  return limited ? refusalAnswer(limited) : null
}

async function post(
  request: Request,
  client: string,
  { gate, facts, maxBodyBytes, turns }: McpParts & { readonly turns: MessageTurns },
  answering: Answering,
): Promise<Response> {
  let body: unknown
  try {
    const turn = gate.enterPaymentQueue(client)
    if (turn) await turn
    body = await readJsonBody(request, { maxBytes: maxBodyBytes, limitRate: (tokens) => gate.limitRate(client, tokens) })
    await turns.start()
  } catch (error) {
    if (error instanceof Problem) return refusalAnswer(error)
    throw error
  }
  if (Array.isArray(body)) return rpcRefusal(400, rpcCodes.invalidRequest, 'Send one message at a time: batches are not accepted.')
  if (!isJsonObject(body)) return rpcRefusal(400, rpcCodes.invalidRequest, 'The body must be one JSON-RPC message.')
  const view = chooseTools(facts.offers, new URL(request.url).searchParams)
  if ('unknown' in view) {
    const known = view.known.join(', ')
    return rpcRefusal(
      400,
      rpcCodes.invalidParams,
      `tools=${view.unknown.slice(0, 40)} in the address names no tool. Lines of tools: ${known}.`,
    )
  }
  const message = {
    view,
    body: withNestedMeta(body),
    protocolVersion: request.headers.get('mcp-protocol-version'),
    caller: { client, headers: request.headers },
  }
  if (!isStateless(message)) return responseTo(body, await answering.initialized(message))
  // Nothing here changes while a client listens, so there is no stream to open.
  if (body['method'] === 'subscriptions/listen') return rpcRefusal(200, rpcCodes.methodNotFound, 'Method not found.', {}, idOf(body))
  return withOurHeaders(await answering.stateless({ ...message, request }))
}

/** MPP's transport draft also allows its credential in a `_meta` of the message itself. */
function withNestedMeta(body: Readonly<Record<string, unknown>>): unknown {
  const { _meta: outer, ...message } = body
  if (!isJsonObject(outer) || !Object.hasOwn(outer, metaKeys.mppCredential) || !isJsonObject(message['params'])) return body
  const { params } = message
  const inner = isJsonObject(params['_meta']) ? params['_meta'] : {}
  if (Object.hasOwn(inner, metaKeys.mppCredential)) return body
  return { ...message, params: { ...params, _meta: { ...inner, [metaKeys.mppCredential]: outer[metaKeys.mppCredential] } } }
}

function responseTo(body: JsonObject, answered: MessageAnswer): Response {
  switch (answered.kind) {
    case 'accepted':
      return new Response(null, { status: 202, headers })
    case 'refused': {
      const { status, error } = answered
      return rpcRefusal(status, error.code, error.message.slice(0, 500), {}, status === 200 ? idOf(body) : null)
    }
    case 'message': {
      const session = answered.session === null ? {} : { 'Mcp-Session-Id': answered.session }
      // As bytes: a string is measured before it is written, which takes as long as encoding it.
      const bytes = Buffer.from(JSON.stringify(answered.message), 'utf8')
      return new Response(bytes, { headers: { ...headers, 'Content-Type': 'application/json', ...session } })
    }
  }
}

function withOurHeaders(response: Response): Response {
  return new Response(response.body, {
    status: response.status,
    headers: { ...headers, ...(response.body === null ? {} : { 'Content-Type': 'application/json' }) },
  })
}

function wrongMethod(): Response {
  return rpcRefusal(405, rpcCodes.refused, 'Method not allowed: send messages by POST. There are no sessions and no event streams.', {
    Allow: 'GET, HEAD, POST, OPTIONS',
  })
}

function refusalAnswer(refusal: Refusal): Response {
  const { retryAfter } = refusal.options
  const { code, status, message, kind } = refusal
  const rpcCode = code === 'invalid_json' ? rpcCodes.parseError : rpcCodes.refused
  const more: Record<string, string> = {
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
    ...(leavesBodyUnread(refusal) ? { Connection: 'close' } : {}),
  }
  return rpcRefusal(status, rpcCode, `${code}: ${message} ${adviceFor(kind)}`, more)
}

function rpcRefusal(status: number, code: number, message: string, more: Record<string, string> = {}, id: unknown = null): Response {
  return new Response(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }), {
    status,
    headers: { ...headers, 'Content-Type': 'application/json', ...more },
  })
}

function idOf(body: unknown): unknown {
  const id = isJsonObject(body) ? body['id'] : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
