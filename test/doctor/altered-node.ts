import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

export interface AlteredNode {
  readonly url: string
  close(): Promise<void>
}

/** What stands between doctor and a real node: it changes some answers and passes everything else on. */
export interface Alterations {
  /** Refuses requests with more calls than this. */
  readonly maxBatch?: number
  /** The error of these methods, in words of a real provider. */
  readonly refuse?: (call: Call) => string | null
  /** Answers itself; undefined passes the call on. */
  readonly answer?: (call: Call) => unknown
  /** Changes a result. */
  readonly change?: (call: Call, result: unknown) => unknown
}

export async function startAlteredNode(
  target: string,
  { maxBatch = 1_000, refuse = () => null, answer: own = () => undefined, change = (_, result) => result }: Alterations,
): Promise<AlteredNode> {
  const answer = async (call: Call): Promise<unknown> => {
    const { id } = call
    const refusal = refuse(call)
    if (refusal !== null) return { jsonrpc: '2.0', id, error: { code: -32_000, message: refusal } }
    const ownResult = own(call)
    if (ownResult !== undefined) return { jsonrpc: '2.0', id, result: ownResult }
    const response = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(call) })
    const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
    return error === undefined ? { jsonrpc: '2.0', id, result: change(call, result) } : { jsonrpc: '2.0', id, error }
  }
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call | readonly Call[]
    const calls = Array.isArray(asked) ? (asked as readonly Call[]) : null
    const body =
      calls === null
        ? await answer(asked as Call)
        : calls.length > maxBatch
          ? {
              jsonrpc: '2.0',
              id: null,
              error: { code: -32_600, message: `batch of more than ${maxBatch} requests are not allowed on the free plan` },
            }
          : await Promise.all(calls.map(answer))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => void reply(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
