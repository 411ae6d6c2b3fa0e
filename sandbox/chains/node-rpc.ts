import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'

/** One JSON-RPC call: method and parameters. */
export type NodeCall = readonly [method: string, ...params: unknown[]]

interface NodeAnswer {
  id: number
  result?: unknown
  error?: { code: number; message: string }
}

/** JSON-RPC to one of our own nodes, test methods included. */
export interface NodeRpc {
  readonly url: string
  call<T = unknown>(method: string, ...params: unknown[]): Promise<T>
  /** Several calls in one request; throws the first error among the answers. The node may run them in any order. */
  batch(calls: readonly NodeCall[]): Promise<unknown[]>
}

/** Milliseconds that a node may take for an answer. */
const answerMs = 20_000
const agent = new Agent({ keepAlive: true })

/** Without `fetch`, so that the node supervisor stays small: see miner.ts. */
async function post(url: string, body: unknown): Promise<unknown> {
  const request = httpRequest(url, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(answerMs),
  })
  request.end(JSON.stringify(body))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return await json(response)
}

function resultOf(answer: NodeAnswer | undefined, method: string): unknown {
  if (answer === undefined) throw new Error(`${method}: no answer`)
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}

export function nodeRpc(url: string): NodeRpc {
  return {
    url,
    async call<T>(method: string, ...params: unknown[]): Promise<T> {
      return resultOf((await post(url, { jsonrpc: '2.0', id: 1, method, params })) as NodeAnswer, method) as T
    },
    async batch(calls) {
      if (calls.length === 0) return []
      const requests = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
      const answers = new Map(((await post(url, requests)) as NodeAnswer[]).map((answer) => [answer.id, answer]))
      return calls.map(([method], id) => resultOf(answers.get(id), method))
    },
  }
}
