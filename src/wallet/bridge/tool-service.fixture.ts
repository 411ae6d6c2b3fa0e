import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networks } from '../../chain/networks.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Json } from './tool-server.ts'

export const payTo: Hex = '0x00000000000000000000000000000000000000aa'
const base = networks[0]!

/** What the service does with the first, the second, … paid call; the last one repeats. */
export type Reaction = (answer: (result: Json) => void, response: ServerResponse, payment: Payment) => void

export interface Payment {
  readonly accepted: Json
  readonly payload: { readonly signature: Hex; readonly authorization: Readonly<Record<string, string>> }
}

/** Settles for this many base units. */
export const settled =
  (amount = '7500'): Reaction =>
  (answer, _, { payload }) =>
    answer({
      content: [{ type: 'text', text: '{"price":1}' }],
      structuredContent: { price: 1 },
      _meta: {
        'x402/payment-response': {
          success: true,
          transaction: amount === '0' ? '' : `0x${'ab'.repeat(32)}`,
          network: base.id,
          payer: payload.authorization['from'],
          amount,
        },
      },
    })

export const lost: Reaction = (_, response) => void response.destroy()

export const problem =
  (code: string, retryAfterSeconds?: number): Reaction =>
  (answer) =>
    answer({ isError: true, content: [{ type: 'text', text: code }], _meta: { 'farthing/problem': { code, retryAfterSeconds } } })

export interface ToolServiceOptions {
  readonly simulated?: boolean
  /** Left out of the price list unless it is given. */
  readonly playMoney?: boolean
  /** The body of `GET /sandbox`. */
  readonly sandbox?: unknown
  /** The price that is asked for, and the one in the price list, in base units. */
  readonly asks?: string
  readonly lists?: string | null
  /** Changes to the one entry of `accepts`. */
  readonly terms?: Json
  readonly reactions?: readonly Reaction[]
  readonly port?: number
}

/** A service with one tool, `quote`, that can be told to misbehave. It speaks MCP by hand, so that its answers may be anything. */
export async function openToolService(options: ToolServiceOptions = {}) {
  let current = { asks: '7500', ...options }
  const payments: { readonly payment: Payment; readonly text: string; readonly key: unknown }[] = []

  function requirement() {
    return {
      scheme: 'exact',
      network: base.id,
      amount: current.asks,
      asset: base.asset,
      payTo,
      maxTimeoutSeconds: 300,
      extra: base.domain,
      ...current.terms,
    }
  }

  function terms(): Json {
    const object = {
      x402Version: 2,
      error: 'payment required',
      resource: { url: 'mcp://tool/quote' },
      accepts: [requirement()],
      extensions: {},
    }
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(object) }], structuredContent: object }
  }

  const refuse: Reaction = (answer) => answer(terms())

  function callTool(params: Json, answer: (result: Json) => void, response: ServerResponse): void {
    const meta = (params['_meta'] ?? {}) as Json
    const payment = meta['x402/payment'] as Payment | undefined
    if (payment === undefined) return answer(terms())
    const reactions = current.reactions ?? [settled()]
    const reaction = reactions[Math.min(payments.length, reactions.length - 1)] ?? refuse
    payments.push({ payment, text: JSON.stringify(payment), key: meta['farthing/idempotency-key'] })
    reaction(answer, response, payment)
  }

  const prices = () => ({
    currency: 'USDC',
    simulated: current.simulated ?? false,
    ...(current.playMoney === undefined ? {} : { playMoney: current.playMoney }),
    tools: current.lists === null ? [] : [{ tool: 'quote', priceBaseUnits: current.lists ?? '7500' }],
  })

  const server = createServer((request, response) => {
    if (request.url === '/sandbox') return response.end(JSON.stringify(current.sandbox))
    if (request.method !== 'POST') return response.writeHead(405).end()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const message = JSON.parse(Buffer.concat(chunks).toString()) as { id?: number; method: string; params: Json }
      const answer = (result: Json) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }))
      }
      switch (message.method) {
        case 'initialize':
          return answer({
            protocolVersion: message.params['protocolVersion'],
            capabilities: { tools: {}, resources: {} },
            serverInfo: { name: 'x', version: '1' },
          })
        case 'tools/list':
          return answer({ tools: [{ name: 'quote', inputSchema: { type: 'object' } }] })
        case 'tools/call':
          return callTool(message.params, answer, response)
        case 'resources/read':
          return answer({ contents: [{ uri: 'farthing://prices', text: JSON.stringify(prices()) }] })
        default:
          return response.writeHead(202).end()
      }
    })
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    refuse,
    payments,
    change(changes: ToolServiceOptions) {
      current = { ...current, ...changes }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
