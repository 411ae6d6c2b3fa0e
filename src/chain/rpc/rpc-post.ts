import { Agent, request } from 'undici'
import type { RpcEndpoint } from './rpc-endpoint.ts'

export interface Posted {
  readonly status: number
  readonly text: string
  /** The time of the node by its `Date` header. */
  readonly date?: string
}

/** Sends one JSON text to a node and returns its answer, unchecked. Rejects with an error whose `code` says why no answer came. */
export interface Poster {
  /** @param maxBytes of the answer, where fewer are allowed than usual */
  post(endpoint: RpcEndpoint, body: string, signal: AbortSignal, maxBytes?: number): Promise<Posted>
  close(): Promise<void>
}

/** Keeps its own connections to the nodes alive. It follows no redirects. */
export function createPoster(usualBytes: number): Poster {
  const agent = new Agent({ keepAliveTimeout: 30_000, connect: { timeout: 4000 }, headersTimeout: 0, bodyTimeout: 0 })
  return {
    async post({ url, headers }, body, signal, maxBytes = usualBytes) {
      const response = await request(url, { method: 'POST', headers, body, signal, dispatcher: agent })
      const { date } = response.headers
      return { status: response.statusCode, text: await readText(response.body, maxBytes), ...(typeof date === 'string' ? { date } : {}) }
    },
    close: () => agent.close(),
  }
}

/** The same with a given `fetch`. */
export function fetchPoster(fetch: typeof globalThis.fetch, usualBytes: number): Poster {
  return {
    async post({ url, headers }, body, signal, maxBytes = usualBytes) {
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
      return { status: response.status, text: response.body === null ? '' : await readText(response.body, maxBytes) }
    },
    close: async () => {},
  }
}

async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw Object.assign(new Error('answer too large'), { code: 'ANSWER_TOO_LARGE' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
