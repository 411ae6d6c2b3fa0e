import { Agent, request as send, type Dispatcher } from 'undici'
import type { Timers } from '../shared/clock.ts'
import type { Method } from '../shared/http-methods.ts'
import { checkTarget, portOf, type TargetRules } from './check-target.ts'
import { headerOf, listOf, reasonOf } from './exchange.ts'
import { startFetchDeadline, type FetchDeadline } from './fetch-deadline.ts'
import { FetchFailed, fetchFailureIn } from './fetch-failed.ts'
import { guardedConnect, socketsTo, type ConnectorTo } from './guarded-connect.ts'
import { readBoundedBody } from './read-body.ts'
import { createResolveHost, type ResolveHost } from './resolve-host.ts'

/** Requests to one API whose address the operator chose, over connections that are kept. */
export interface UpstreamConnections {
  /**
   * One request and one answer with any status; it follows no redirect, and repeats nothing.
   * @throws FetchFailed and nothing else; its message holds nothing of the other side
   */
  send(request: UpstreamRequest): Promise<UpstreamAnswer>
  close(): Promise<void>
}

export interface UpstreamRequest {
  readonly method: Method
  /** Path and query, percent-encoded, below the origin of the address. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
  /** For the whole exchange. */
  readonly timeoutMs: number
  /** The longest wait for the start of the answer is the whole time; between two pieces of it, this. */
  readonly idleMs: number
  /** Of the body, both compressed and decompressed. */
  readonly maxBytes: number
  readonly signal: AbortSignal
}

export interface UpstreamAnswer {
  readonly status: number
  /** All values of a header, joined by commas, by its lower-case name. */
  header(name: string): string | null
  /** Lower case, without parameters; null where there is none. */
  readonly mediaType: string | null
  /** Decompressed, complete. */
  readonly bytes: Uint8Array
}

export interface UpstreamConnectionsSettings {
  /** Only its origin counts. */
  readonly url: string
  /** It may be on a private network, and plain http. Otherwise only https to public addresses is possible, checked at each connection. */
  readonly isPrivate: boolean
  readonly connections: number
  readonly connectTimeoutMs?: number
}

export interface UpstreamConnectionsParts {
  readonly timers: Timers
  /** Default: the DNS of this machine. */
  readonly resolve?: ResolveHost
  /** Default: real sockets. */
  readonly connectorTo?: ConnectorTo
}

const maxHeaderBytes = 32_768

export function createUpstreamConnections(settings: UpstreamConnectionsSettings, parts: UpstreamConnectionsParts): UpstreamConnections {
  const { origin } = new URL(settings.url)
  const agent = agentFor(settings, parts)
  return {
    async send(request) {
      const watch = startFetchDeadline(parts.timers, { timeoutMs: request.timeoutMs, idleMs: request.timeoutMs }, request.signal)
      try {
        const url = new URL(origin + request.target)
        // A parser that reads the target in another way would ask for another path.
        if (url.pathname + url.search !== request.target) throw new FetchFailed('not_a_url')
        const answer = await send(url, {
          dispatcher: agent,
          method: request.method,
          headers: request.headers,
          body: request.body,
          signal: watch.signal,
        })
        return await readAnswer(answer, request, watch, parts.timers)
      } catch (error) {
        // When the time is over, other errors are its consequence.
        throw (
          watch.ended ?? fetchFailureIn(error) ?? new FetchFailed(isHeaderOverflow(error) ? 'headers_too_large' : reasonOf(error), error)
        )
      } finally {
        watch.stop()
      }
    },
    close: () => agent.destroy(),
  }
}

function agentFor(
  { url, isPrivate, connections, connectTimeoutMs = 3_000 }: UpstreamConnectionsSettings,
  parts: UpstreamConnectionsParts,
): Agent {
  const options = { connections, pipelining: 1, maxHeaderSize: maxHeaderBytes, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 4_000 }
  if (isPrivate) return new Agent({ ...options, connect: { timeout: connectTimeoutMs } })
  const rules: TargetRules = { http: false, ports: new Set([portOf(new URL(url))]), allowedEndpoints: new Set() }
  checkTarget(url, rules)
  const { resolve = createResolveHost(), connectorTo = socketsTo({ timeoutMs: connectTimeoutMs }) } = parts
  // Connections are shared by all calls, so no call may end one that another waits for. The connector has its own time limit.
  return new Agent({ ...options, connect: guardedConnect({ resolve, rules, connectorTo, signal: new AbortController().signal }) })
}

async function readAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { maxBytes, idleMs }: UpstreamRequest,
  watch: FetchDeadline,
  timers: Timers,
): Promise<UpstreamAnswer> {
  // A destroyed body emits an error, and by then no code listens.
  body.on('error', () => {})
  let cancel = () => {}
  const idle = () => {
    cancel()
    cancel = timers.after(idleMs, () => body.destroy(new FetchFailed('idle')))
  }
  try {
    idle()
    const bytes = await readBoundedBody(body, {
      maxBytes,
      encoding: headerOf(headers, 'content-encoding'),
      length: headerOf(headers, 'content-length'),
      touched: idle,
    })
    if (watch.ended) throw watch.ended
    const mediaType = headerOf(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase() || null
    return { status: statusCode, header: (name) => listOf(headers, name), mediaType, bytes }
  } catch (error) {
    body.destroy()
    throw error
  } finally {
    cancel()
  }
}

function isHeaderOverflow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'UND_ERR_HEADERS_OVERFLOW'
}
