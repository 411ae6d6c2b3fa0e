import type { UpstreamResponse } from '../../net/exchange.ts'
import type { HttpClient } from '../../net/http-client.ts'
import { UpstreamError } from '../../net/upstream-errors.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'

export interface SourceRequest<T> {
  /** Below the source's base address, with its slash in front: `/simple/price?ids=bitcoin`. */
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Statuses besides 2xx that `read` understands. */
  readonly alsoAccept?: readonly number[]
  /** Default 1 MB. */
  readonly maxBytes?: number
  /** For one attempt; default is the source's. */
  readonly timeoutMs?: number
  /** A file of many megabytes for which no caller waits: each attempt gets the long timeout. */
  readonly bulk?: boolean
  /** Other hosts to which it may redirect. */
  readonly redirectHosts?: readonly string[]
  /** Makes the value of an answer, in slices if it is long. What it throws counts as the upstream's fault. */
  read(answer: UpstreamResponse): T | Promise<T>
}

/** What the last requests showed of an upstream. */
export interface RequestFigures {
  /** ISO time of the last request that was answered. */
  readonly lastSuccess: string | null
  /** Code of the last request's failure; null after a success. */
  readonly lastError: string | null
  /** Of the last request that was answered. */
  readonly latencyMs: number | null
}

export interface SourceRequests {
  /** One request, without retries. @throws UpstreamError */
  send<T>(request: SourceRequest<T>, signal: AbortSignal): Promise<T>
  /** Counts and times work that is no HTTP request. */
  measure<T>(work: () => Promise<T>): Promise<T>
  figures(): RequestFigures
}

export interface SourceRequestsParts {
  readonly id: string
  readonly baseUrl: string
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly timeouts: { readonly timeoutMs: number; readonly bulkTimeoutMs: number }
  readonly http: HttpClient
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

const latencyBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 5]

/** Sends the requests of one source, and counts and times them. */
export function createSourceRequests({ id, baseUrl, headers, timeouts, http, clock, log, metrics }: SourceRequestsParts): SourceRequests {
  const requests = metrics.counter('farthing_source_requests_total', 'Requests to upstream sources by outcome', ['source', 'outcome'])
  const latency = metrics.histogram(
    'farthing_source_latency_seconds',
    'Time that upstream sources take to answer',
    ['source'],
    latencyBuckets,
  )
  let last: RequestFigures = { lastSuccess: null, lastError: null, latencyMs: null }

  async function exchange<T>(request: SourceRequest<T>, signal: AbortSignal): Promise<T> {
    const { path, method = 'GET', body, alsoAccept, redirectHosts, maxBytes = 1_000_000, bulk = false } = request
    const { timeoutMs = bulk ? timeouts.bulkTimeoutMs : timeouts.timeoutMs } = request
    const answer = await http.send(baseUrl + path, {
      method,
      headers: { ...headers, ...request.headers },
      timeoutMs,
      maxBytes,
      signal,
      ...(body === undefined ? {} : { body }),
      ...(alsoAccept === undefined ? {} : { alsoAccept }),
      ...(redirectHosts === undefined ? {} : { redirectHosts }),
    })
    return request.read(answer)
  }

  async function measure<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = clock.now()
    try {
      const value = await work()
      const now = clock.now()
      last = { lastSuccess: new Date(now).toISOString(), lastError: null, latencyMs: now - startedAt }
      latency.observe((now - startedAt) / 1000, { source: id })
      requests.add({ source: id, outcome: 'ok' })
      return value
    } catch (error) {
      const code = error instanceof UpstreamError ? error.code : 'failed'
      last = { ...last, lastError: code }
      requests.add({ source: id, outcome: code })
      log.debug({ code }, 'source did not answer as it should')
      throw error
    }
  }

  return {
    send: (request, signal) => measure(() => exchange(request, signal)),
    measure,
    figures: () => last,
  }
}
