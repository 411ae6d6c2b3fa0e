import { fetch as send } from 'undici'
import { FetchFailed } from './fetch-failed.ts'
import { agentFor, type UpstreamConnectionsParts, type UpstreamConnectionsSettings } from './upstream-connections.ts'

/** The `fetch` of the platform, for one server whose address the operator chose: for packages that send their own requests. */
export interface UpstreamFetch {
  /** It follows no redirect, and no body is longer than `maxBytes`. */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>
  close(): Promise<void>
}

export function createUpstreamFetch(
  settings: UpstreamConnectionsSettings & { readonly maxBytes: number },
  parts: UpstreamConnectionsParts,
): UpstreamFetch {
  const agent = agentFor(settings, parts)
  const { origin } = new URL(settings.url)
  return {
    async fetch(url, init) {
      if (new URL(url).origin !== origin) throw new FetchFailed('host')
      const answer = await send(url, { ...(init as Parameters<typeof send>[1]), dispatcher: agent, redirect: 'manual' })
      return bounded(answer, settings.maxBytes)
    },
    close: () => agent.destroy(),
  }
}

function bounded(answer: Response, maxBytes: number): Response {
  if (answer.body === null) return answer
  let size = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > maxBytes) controller.error(new FetchFailed('too_large'))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = answer
  return new Response(answer.body.pipeThrough(counted), { status, statusText, headers })
}
