import { Agent } from 'undici'
import type { Clock, Timers } from '../shared/clock.ts'
import { exchange } from './exchange.ts'
import type { UpstreamResponse } from './exchange.ts'
import { parseRetryAfter } from './retry-after.ts'
import { UpstreamRejected } from './upstream-errors.ts'

export interface HttpRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For the whole exchange with all its redirects. */
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Statuses besides 2xx that the caller understands. */
  readonly alsoAccept?: readonly number[]
  /** Other hosts that a redirect may lead to, by https only; `.example.org` means every host below it. */
  readonly redirectHosts?: readonly string[]
  readonly signal?: AbortSignal
}

/** HTTP to upstreams that the operator chose. `guarded-fetch.ts` is for URLs that outsiders choose. */
export interface HttpClient {
  /**
   * Follows at most three redirects, on the same origin or to the named hosts.
   * @throws UpstreamUnreachable, UpstreamRejected (any status not accepted, with Retry-After), UpstreamGarbage `too_large`.
   */
  send(url: string, request: HttpRequest): Promise<UpstreamResponse>
  close(): Promise<void>
}

export interface HttpClientSettings {
  /** A page about this client, for the User-Agent. */
  readonly contactUrl?: string | undefined
  readonly connectTimeoutMs?: number
  /** Sockets per upstream. Further requests wait, and their timeout runs meanwhile. */
  readonly connections?: number
}

const maxRedirects = 3

export function createHttpClient(settings: HttpClientSettings, parts: { clock: Clock; timers: Timers }): HttpClient {
  const agent = new Agent({
    connect: { timeout: settings.connectTimeoutMs ?? 2_000 },
    connections: settings.connections ?? 16,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 32_768,
  })
  const userAgent = userAgentOf(settings.contactUrl)

  return {
    async send(url, request) {
      const { method = 'GET', timeoutMs, maxBytes, body, signal, alsoAccept = [], redirectHosts = [] } = request
      const headers = { 'user-agent': userAgent, accept: 'application/json', ...request.headers }
      const startedAt = parts.clock.now()
      let target = new URL(url)
      for (let redirects = 0; ; redirects++) {
        const left = Math.max(1, timeoutMs - (parts.clock.now() - startedAt))
        const answer = await exchange(agent, parts.timers, target, {
          method,
          headers,
          timeoutMs: left,
          maxBytes,
          ...(body === undefined ? {} : { body }),
          ...(signal === undefined ? {} : { signal }),
        })
        if ((answer.status >= 200 && answer.status < 300) || alsoAccept.includes(answer.status)) return answer
        const next = method === 'GET' && redirects < maxRedirects ? redirectOf(answer, target) : null
        if (next === null || !(next.origin === target.origin || mayRedirectTo(next, redirectHosts))) {
          throw new UpstreamRejected(answer.status, parseRetryAfter(answer.header('retry-after'), parts.clock.now()))
        }
        target = next
      }
    },
    close: () => agent.destroy(),
  }
}

export function userAgentOf(contactUrl: string | undefined): string {
  return contactUrl === undefined ? 'Farthing/0.1' : `Farthing/0.1 (+${contactUrl})`
}

function mayRedirectTo({ protocol, hostname }: URL, hosts: readonly string[]): boolean {
  return protocol === 'https:' && hosts.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))
}

/** The target of a redirect; null for an answer that is none. */
function redirectOf(answer: UpstreamResponse, from: URL): URL | null {
  const location = answer.header('location')
  return [301, 302, 303, 307, 308].includes(answer.status) && location !== null ? URL.parse(location, from.href) : null
}
