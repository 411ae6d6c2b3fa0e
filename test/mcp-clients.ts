import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { x402Client } from '@x402/core/client'
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { Challenge, Credential } from 'mppx'
import { evm, Mppx } from 'mppx/client'
import type { Account } from './signed-payments.ts'

export interface ToolCall {
  readonly name: string
  readonly arguments?: Record<string, unknown>
  readonly _meta?: Record<string, unknown>
}

/** What these helpers need of a client of any version. */
export interface ToolCaller {
  callTool(call: ToolCall): Promise<unknown>
}

export type ToolResult = CallToolResult & { readonly structuredContent?: Record<string, any> }

export interface ConnectOptions {
  /** The query of the address. */
  readonly search?: string
  readonly headers?: Record<string, string>
  readonly capabilities?: ConstructorParameters<typeof Client>[1]
}

/** The official MCP client, connected to a service. */
export async function connectMcp(url: string, options: ConnectOptions = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, options.capabilities)
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp${options.search ?? ''}`), { requestInit: { headers: options.headers ?? {} } }),
  )
  return client
}

/** Calls a tool and never pays. */
export async function callMcp(client: ToolCaller, call: ToolCall): Promise<ToolResult> {
  return (await client.callTool(call)) as ToolResult
}

/** A payment by the official x402 client, for terms in any form. */
export async function x402Payment(account: Account, terms: unknown): Promise<PaymentPayload> {
  const client = new x402Client()
  registerExactEvmScheme(client, { signer: account })
  return client.createPaymentPayload(terms as PaymentRequired)
}

/** Pays by the MCP transport of x402: terms in structured content or the first text, payment as an object in `_meta`. */
export async function callPayingX402(client: ToolCaller, account: Account, call: ToolCall): Promise<ToolResult> {
  const asked = await callMcp(client, call)
  const terms = asked.structuredContent ?? (JSON.parse((asked.content[0] as { text: string }).text) as Record<string, unknown>)
  if (!asked.isError || terms['x402Version'] !== 2 || !Array.isArray(terms['accepts'])) return asked
  return callMcp(client, { ...call, _meta: { 'x402/payment': await x402Payment(account, terms) } })
}

/** Pays as Cloudflare's client does: terms in `_meta["x402/error"]`, base64 in `_meta["x402/payment"]`, at most $0.10. */
export async function callPayingCloudflare(client: ToolCaller, account: Account, call: ToolCall): Promise<ToolResult> {
  const asked = await callMcp(client, call)
  const { accepts, ...terms } = (asked['_meta']?.['x402/error'] ?? {}) as { accepts?: PaymentRequired['accepts'] } & Record<string, unknown>
  if (!asked.isError || !Array.isArray(accepts) || accepts.length === 0) return asked
  if (accepts.every(({ amount }) => BigInt(amount) > 100_000n)) throw new Error('beyond the limit of the client')
  const token = Buffer.from(JSON.stringify(await x402Payment(account, { ...terms, accepts }))).toString('base64')
  return callMcp(client, { ...call, _meta: { 'x402/payment': token } })
}

/** A credential by the client of mppx for the challenge of a tool, in the form of MCP. */
export async function mppCredential(
  client: ToolCaller,
  account: Account,
  call: ToolCall,
): Promise<ReturnType<typeof Credential.deserialize>> {
  const { challenges } = (await callMcp(client, call))['_meta']!['org.paymentauth/payment-required'] as { challenges: any[] }
  const mppx = Mppx.create({ methods: [evm.charge({ account, currencies: [evm.assets.base.USDC] })], polyfill: false })
  const header = Challenge.serialize(Challenge.from(challenges[0]))
  return Credential.deserialize(await mppx.createCredential(new Response(null, { status: 402, headers: { 'WWW-Authenticate': header } })))
}

/** Sends one raw message, for requests that no client would send. */
export async function postMcp(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string; body: any }> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? null : JSON.parse(text) }
}

/** The text content of a result. */
export function wordsOf(result: ToolResult): string {
  return result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}
