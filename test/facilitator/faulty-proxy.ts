import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the proxy behaves. */
export type ProxyBehaviour =
  | 'straight'
  /** Settles, and the answer is lost. */
  | 'loses-answers'
  /** The facilitator is not asked, and no answer comes. */
  | 'loses-questions'
  /** Settles, and never answers. */
  | 'hangs'
  | 'status-500'
  | 'status-429'
  | 'garbage'
  /** A success, under a status that is none. */
  | 'success-in-503'
  /** Half of a success. */
  | 'truncates'
  /** A page of a gateway, under 502. */
  | 'page-502'
  | 'says-pending'
  | 'says-invalid-state'
  /** Says that it has settled, names an unknown transaction, and does nothing. */
  | 'lies-success'
  /** The same with the transaction of another payment. */
  | 'lies-with-another'
  /** Settles, and reports a failure. */
  | 'lies-failure'
  /** Settles, and names an unknown transaction. */
  | 'names-another'
  /** Settles twice at once, and reports the attempt that failed. */
  | 'settles-twice'
  /** Reports that it knows nothing, and settles when `settleLate` is called. */
  | 'settles-late'
  /** Refuses to settle. */
  | 'refuses'
  /** Refuses at verification, before the work. */
  | 'objects'
  | 'redirects'

export interface FaultyProxy {
  readonly url: string
  behaviour: ProxyBehaviour
  /** Transactions that the facilitator has named. */
  readonly transactions: string[]
  /** Settle requests by nonce of the payment: the bearer token of each request. */
  readonly settles: Map<string, (string | undefined)[]>
  /** Bearer tokens of all requests. */
  readonly tokens: (string | undefined)[]
  /** Settles what 'settles-late' has put off. */
  settleLate(): Promise<void>
  close(): Promise<void>
}

/** A proxy in front of a facilitator, which behaves as `behaviour` says. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const server = createServer((request, response) => void forward(request, response).catch(() => response.destroy()))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const late = new Map<string, () => Promise<unknown>>()
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x402`,
    behaviour: 'straight',
    transactions: [],
    settles: new Map(),
    tokens: [],
    async settleLate() {
      const waiting = [...late.values()]
      late.clear()
      for (const settle of waiting) await settle()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk as Uint8Array)
    const path = (request.url ?? '').replace(/^\/x402/, '')
    proxy.tokens.push(request.headers.authorization)
    const say = (value: unknown, status = 200) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const pass = async () => {
      const body = Buffer.concat(chunks)
      const answer = await fetch(target + path, request.method === 'POST' ? { method: 'POST', body } : {})
      const value = (await answer.json()) as Record<string, unknown>
      if (typeof value['transaction'] === 'string') proxy.transactions.push(value['transaction'])
      return value
    }
    const { behaviour } = proxy
    if (behaviour === 'objects' && path === '/verify') return say({ isValid: false, invalidReason: 'blocked_by_policy' })
    if (path !== '/settle') return say(await pass())
    const { paymentRequirements, paymentPayload } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      paymentRequirements: { network: string }
      paymentPayload: { payload: { authorization: { nonce: string } } }
    }
    const { network } = paymentRequirements
    const { nonce } = paymentPayload.payload.authorization
    proxy.settles.set(nonce, [...(proxy.settles.get(nonce) ?? []), request.headers.authorization])
    switch (behaviour) {
      case 'loses-answers':
        await pass()
        return void response.destroy()
      case 'loses-questions':
        return void response.destroy()
      case 'hangs':
        return void (await pass())
      case 'status-500':
        return say({ success: false, errorReason: 'unexpected_settle_error' }, 500)
      case 'status-429':
        return say({ error: 'slow down' }, 429)
      case 'garbage':
        return void response.end('<html>'.repeat(20_000))
      case 'success-in-503':
        return say({ success: true, network, transaction: `0x${randomBytes(32).toString('hex')}` }, 503)
      case 'truncates':
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"transac')
      case 'page-502':
        return void response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>Bad gateway</h1></html>')
      case 'says-pending':
      case 'says-invalid-state': {
        const errorReason = behaviour === 'says-pending' ? 'settlement_pending' : 'invalid_transaction_state'
        return say({ success: false, network, transaction: '', errorReason })
      }
      case 'redirects':
        return void response.writeHead(308, { location: 'https://www.example.com/settle' }).end()
      case 'lies-success':
        return say({ success: true, network, transaction: `0x${randomBytes(32).toString('hex')}` })
      case 'lies-with-another':
        return say({ success: true, network, transaction: proxy.transactions[0] })
      case 'lies-failure':
        await pass()
        return say({ success: false, network, transaction: '', errorReason: 'invalid_exact_evm_insufficient_balance' })
      case 'names-another':
        await pass()
        return say({ success: true, network, transaction: `0x${randomBytes(32).toString('hex')}` })
      case 'settles-twice': {
        const answers = await Promise.all([pass(), pass()])
        return say(answers.find(({ success }) => success !== true) ?? answers[1])
      }
      case 'settles-late':
        late.set(nonce, pass)
        return say({ success: false, network, transaction: '', errorReason: 'settlement_pending' })
      case 'refuses':
        return say({ success: false, network, transaction: '', errorReason: 'invalid_exact_evm_transaction_failed' })
      case 'straight':
      case 'objects':
        return say(await pass())
    }
  }

  return proxy
}
