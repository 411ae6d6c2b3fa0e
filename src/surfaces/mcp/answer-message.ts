import type { JSONRPCMessage, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { AnyOffer } from '../../offers/offer.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { atOnce, type Steps } from '../../shared/in-turns.ts'
import type { Log } from '../../shared/log.ts'
import type { Random } from '../../shared/random.ts'
import { allTools, type ToolView } from './choose-tools.ts'
import { callTool, type Caller, type CallToolParts } from './call-tool.ts'
import { serviceName } from '../discovery/service-facts.ts'
import { instructions } from './instructions.ts'
import { answerThrough } from './message-protocol.ts'
import { isKnownVersion, protocolVersions } from './protocol-versions.ts'
import { readMessage, type ReadMessage } from './read-message.ts'
import { readResource, resources, resourceTemplates } from './resources.ts'
import { rpcCodes, RpcError } from './rpc-error.ts'
import { offerTool, type OfferTool } from './tool-definitions.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'

export interface MessageParts extends Omit<CallToolParts, 'tools'> {
  /** Offers that are not sold any longer: their payers still get answers that are stored for them. */
  readonly withdrawn?: readonly AnyOffer[]
  readonly ledger: Pick<Ledger, 'find'>
  readonly random: Random
  readonly log: Log
}

/** One JSON-RPC message, and how it arrived. */
export interface Message {
  readonly body: unknown
  readonly protocolVersion: string | null
  readonly caller: Pick<Caller, 'client' | 'headers'>
  /** What the client chose to see; all tools where it is absent. */
  readonly view?: ToolView
}

/** What to answer: a message, and the session that starts with it; or what `readMessage` found. */
export type MessageAnswer =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage; readonly session: string | null }
  | Exclude<ReadMessage, { readonly kind: 'request' }>

/** The session id of a client that declared at initialize that it takes payment errors starts with this. We store nothing else about it. */
const paymentErrorsSession = 'payment-errors-'

/** Answers to requests of any version of MCP. */
export interface Requests {
  readonly info: { readonly name: string; readonly title: string; readonly version: string; readonly websiteUrl: string }
  readonly capabilities: { tools: {}; resources: {}; experimental: { payment: { methods: Record<string, { intents: string[] }> } } }
  readonly instructions: string
  /** The result of one request. @throws RpcError */
  answer(method: string, params: JsonObject, caller: Caller, view: ToolView): Promise<Record<string, unknown>>
}

export interface Tools {
  readonly sold: readonly OfferTool[]
  readonly withdrawn: readonly OfferTool[]
}

/** The tools of all offers, in steps of one offer. */
export function* toolsInSteps({ facts, withdrawn = [] }: Pick<MessageParts, 'facts' | 'withdrawn'>): Steps<Tools> {
  const made: OfferTool[] = []
  for (const offer of [...facts.offers, ...withdrawn]) {
    made.push(offerTool(offer, facts.freeCallsPerDay))
    yield
  }
  return { sold: made.slice(0, facts.offers.length), withdrawn: made.slice(facts.offers.length) }
}

/** Everything that is the same for all messages is made once. */
export function createRequests(parts: MessageParts, made: Tools = atOnce(toolsInSteps(parts))): Requests {
  const { facts, log } = parts
  const { sold, withdrawn } = made
  const tools = new Map([...withdrawn, ...sold].map((tool) => [tool.offer.id, tool]))
  const definitions = sold.map(({ definition }) => definition)
  const short = definitions.map(({ outputSchema: _answer, ...shown }): Tool => shown)

  function listed({ ids, answers }: ToolView): readonly Tool[] {
    const all = answers ? definitions : short
    return ids === null ? all : all.filter(({ name }) => ids.has(name))
  }

  async function answer(method: string, params: JsonObject, caller: Caller, view: ToolView): Promise<Record<string, unknown>> {
    switch (method) {
      case 'tools/list':
        return pageOfTools(params, listed(view))
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

  return {
    info: { name: 'farthing', title: serviceName(facts), version: facts.version, websiteUrl: facts.publicUrl },
    capabilities: { tools: {}, resources: {}, experimental: { payment: { methods: paymentMethods(facts.networks) } } },
    instructions: instructions(facts),
    answer: (method, params, caller, view) =>
      answer(method, params, caller, view).catch((error: unknown) => {
        if (error instanceof RpcError) throw error
        log.error({ err: error, method: method.slice(0, 64) }, 'an MCP request failed')
        throw new RpcError(rpcCodes.internalError, 'Something went wrong on our side. Nothing was charged unless a receipt says so.')
      }),
  }
}

/** Answers messages of the versions that begin with `initialize`, through the official SDK for them. */
export function createAnswering(
  parts: MessageParts,
  requests: Requests = createRequests(parts),
): (message: Message) => Promise<MessageAnswer> {
  const { capabilities, info, instructions: words } = requests

  return async ({ body, protocolVersion, caller, view = allTools }) => {
    const sessionId = caller.headers.get('mcp-session-id')
    const asked: Caller = {
      ...caller,
      paymentErrors: sessionId?.startsWith(paymentErrorsSession) === true,
      // Resource links came with this version, and since then clients name their version on every request.
      links: protocolVersion !== null && protocolVersion >= '2025-06-18',
    }
    const read = readMessage(body, protocolVersion)
    if (read.kind !== 'request') return read
    const answered = await answerThrough(read.request, async ({ method, params = {} }) =>
      method === 'initialize'
        ? { protocolVersion: agreedVersion(params['protocolVersion']), capabilities, serverInfo: info, instructions: words }
        : requests.answer(method, params, asked, view),
    )
    return { kind: 'message', message: answered, session: takesPaymentErrors(body) ? newSession() : null }
  }

  function newSession(): string {
    return `${paymentErrorsSession}${Buffer.from(parts.random.bytes(16)).toString('hex')}`
  }
}

/** The version that the client asked for, or the newest one. */
function agreedVersion(asked: unknown): string {
  return isKnownVersion(asked) ? asked : protocolVersions[0]
}

/** Clients of MPP's transport draft declare `experimental.payment`: a tool that costs something answers them with the draft's errors. */
function takesPaymentErrors(body: unknown): boolean {
  if (!isJsonObject(body) || body['method'] !== 'initialize') return false
  return declaresPayment((body as { params: { capabilities: unknown } }).params.capabilities)
}

/** Whether these capabilities of a client have MPP's `experimental.payment`. */
export function declaresPayment(capabilities: unknown): boolean {
  const experimental = isJsonObject(capabilities) ? capabilities['experimental'] : null
  return isJsonObject(experimental) && isJsonObject(experimental['payment'])
}

function paymentMethods(networks: CallToolParts['facts']['networks']): Record<string, { intents: string[] }> {
  const methods = new Set(networks.map(({ settles }) => (settles ? 'evm' : 'evmhash')))
  return Object.fromEntries([...methods].map((method) => [method, { intents: ['charge'] }]))
}

/** Tools of one page of the list. */
const toolsOfPage = 100

/** The cursor is the name of the last tool of the page before: the list may have changed since then. */
function pageOfTools(params: JsonObject, tools: readonly Tool[]): { tools: readonly Tool[]; nextCursor?: string } {
  const cursor = params['cursor'] ?? ''
  const last = tools.findIndex(({ name }) => name === cursor)
  if (cursor !== '' && last < 0)
    throw new RpcError(
      rpcCodes.invalidParams,
      'This cursor leads to no page, maybe since the list has changed: list the tools from the beginning, without a cursor.',
    )
  const page = tools.slice(last + 1, last + 1 + toolsOfPage)
  const end = page.at(-1)
  return { tools: page, ...(end && end !== tools.at(-1) ? { nextCursor: end.name } : {}) }
}

/** All items are on one page. */
function firstPage<T extends Tool | object>(params: JsonObject, items: readonly T[]): readonly T[] {
  // Some clients send an empty cursor for the first page.
  if ((params['cursor'] ?? '') !== '') throw new RpcError(rpcCodes.invalidParams, 'There is only one page: send no cursor.')
  return items
}

function readToolCall(params: JsonObject) {
  const { name } = params
  const values = params['arguments'] ?? {}
  const meta = params['_meta'] ?? {}
  if (typeof name !== 'string') throw new RpcError(rpcCodes.invalidParams, 'params.name must be the name of a tool.')
  if (!isJsonObject(values)) throw new RpcError(rpcCodes.invalidParams, 'params.arguments must be an object.')
  if (!isJsonObject(meta)) throw new RpcError(rpcCodes.invalidParams, 'params._meta must be an object.')
  return { name, arguments: values, meta }
}
