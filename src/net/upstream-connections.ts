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
  /** The same, as soon as the head of the answer is there. Its body must be read, or discarded. @throws FetchFailed */
  open(request: UpstreamRequest): Promise<OpenedAnswer>
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

export interface UpstreamHead {
  readonly status: number
  /** All values of a header, joined by commas, by its lower-case name. */
  header(name: string): string | null
  /** Lower case, without parameters; null where there is none. */
  readonly mediaType: string | null
}

export interface UpstreamAnswer extends UpstreamHead {
  /** Decompressed, complete. */
  readonly bytes: Uint8Array
}

/** An answer whose body is still to be read: whole, or while it comes. */
export interface OpenedAnswer extends UpstreamHead {
  /** @throws FetchFailed */
  read(): Promise<Uint8Array>
  /**
   * The pieces of the body as they come. A compressed body has none: a piece of it is not a piece of the answer. Its size is not bounded.
   * @throws FetchFailed
   */
  readonly chunks: AsyncIterable<Uint8Array>
  discard(): void
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
  async function open(request: UpstreamRequest): Promise<OpenedAnswer> {
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
      return openedAnswer(answer, request, watch, parts.timers)
    } catch (error) {
      watch.stop()
      throw failureOf(error, watch)
    }
  }
  return {
    open,
    async send(request) {
      const { read, status, header, mediaType } = await open(request)
      return { status, header, mediaType, bytes: await read() }
    },
    close: () => agent.destroy(),
  }
}

/** When the time is over, other errors are its consequence. */
function failureOf(error: unknown, { ended }: FetchDeadline): FetchFailed {
  return ended ?? fetchFailureIn(error) ?? new FetchFailed(isHeaderOverflow(error) ? 'headers_too_large' : reasonOf(error), error)
}

/** What connects to one server: guarded, unless the operator says that its address is private. */
export function agentFor(
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

function openedAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { maxBytes, idleMs }: UpstreamRequest,
  watch: FetchDeadline,
  timers: Timers,
): OpenedAnswer {
  // A destroyed body emits an error, and by then no code listens.
  body.on('error', () => {})
  let cancel = () => {}
  const idle = () => {
    cancel()
    cancel = timers.after(idleMs, () => body.destroy(new FetchFailed('idle')))
  }
  const end = () => {
    cancel()
    watch.stop()
  }
  const discard = () => {
    end()
    body.destroy()
  }
  const failed = (error: unknown) => {
    discard()
    return failureOf(error, watch)
  }
  const encoding = headerOf(headers, 'content-encoding')
  return {
    status: statusCode,
    header: (name) => listOf(headers, name),
    mediaType: headerOf(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase() || null,
    async read() {
      try {
        idle()
        const bytes = await readBoundedBody(body, { maxBytes, encoding, length: headerOf(headers, 'content-length'), touched: idle })
        if (watch.ended) throw watch.ended
        end()
        return bytes
      } catch (error) {
        throw failed(error)
      }
    },
    chunks: {
      [Symbol.asyncIterator]() {
        const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
        return {
          async next() {
            try {
              if (encoding !== null && encoding.trim().toLowerCase() !== 'identity') throw new FetchFailed('encoding')
              idle()
              const piece = await pieces.next()
              if (watch.ended) throw watch.ended
              if (piece.done === true) end()
              return piece
            } catch (error) {
              throw failed(error)
            }
          },
          async return() {
            discard()
            return { done: true, value: undefined }
          },
        }
      },
    },
    discard,
  }
}

function isHeaderOverflow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'UND_ERR_HEADERS_OVERFLOW'
}
