import type { HttpClient } from '../net/http-client.ts'
import type { HttpAnswer } from '../net/exchange.ts'
import { UpstreamError } from '../net/upstream-errors.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'
import type { Random } from '../shared/random.ts'
import { attempt, defaultAttempts } from './attempt.ts'
import type { AttemptSettings } from './attempt.ts'
import { createBreaker, defaultBreaker } from './breaker.ts'
import type { BreakerSettings, BreakerState } from './breaker.ts'
import { createFeed } from './feed.ts'
import type { FeedDeclaration, FillableFeed } from './feed.ts'
import { createPace } from './pace.ts'
import type { PaceSettings } from './pace.ts'
import type { SourceStamp, SourceTerms } from './source.ts'

/** How one source stands, for a status page. */
export interface SourceState {
  readonly id: string
  readonly enabled: boolean
  readonly breaker: BreakerState
  /** ISO time of the last request that was answered. */
  readonly lastSuccess: string | null
  /** Code of the last request's failure; null after a success. */
  readonly lastError: string | null
  /** Of the last request that was answered. */
  readonly latencyMs: number | null
}

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
  /** A file of many megabytes that nobody waits for: its attempts may take the long time. */
  readonly bulk?: boolean
  /** Other hosts that it may redirect to. */
  readonly redirectHosts?: readonly string[]
  /** Makes the value of an answer, in several turns if it is long. What it throws counts as the upstream's fault. */
  read(answer: HttpAnswer): T | Promise<T>
}

/** One upstream behind the one policy: limits, time-out, retry, breaker, terms, figures for the status page. */
export interface Source {
  readonly terms: SourceTerms
  readonly enabled: boolean
  /** Enabled, and its breaker and pace would let a request through. */
  ready(): boolean
  /** One request with its retries. @throws UpstreamError */
  ask<T>(request: SourceRequest<T>, signal: AbortSignal): Promise<T>
  feed<V>(declaration: FeedDeclaration<V>): FillableFeed<V>
  /** The stamp of a value that did not come through a feed. `asOf` in milliseconds. */
  stamp(address: string, asOf: number, cache: SourceStamp['cache']): SourceStamp
  state(): SourceState
}

export interface SourceLimits {
  /** For one attempt, its body included. */
  readonly timeoutMs: number
  /** The same for files of many megabytes. */
  readonly bulkTimeoutMs: number
  /** For one load with all its attempts, where the feed does not say otherwise. Longer than one attempt. */
  readonly budgetMs: number
  readonly attempts: AttemptSettings
  readonly breaker: BreakerSettings
}

export const defaultLimits: SourceLimits = {
  timeoutMs: 2_000,
  bulkTimeoutMs: 120_000,
  budgetMs: 2_200,
  attempts: defaultAttempts,
  breaker: defaultBreaker,
}

/** What all sources share. */
export interface SourceParts {
  readonly http: HttpClient
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
  readonly simulated: boolean
  readonly limits: SourceLimits
}

export interface SourceDeclaration {
  readonly terms: SourceTerms
  readonly baseUrl: string
  readonly enabled: boolean
  /** Sent with every request; keys belong here, never into a path. */
  readonly headers?: Readonly<Record<string, string>>
  /** For an upstream that allows few requests. It is not asked again after a failure: the next caller needs that request. */
  readonly pace?: PaceSettings
}

const latencyBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 5]

export function createSource(declaration: SourceDeclaration, parts: SourceParts): Source {
  const { terms, baseUrl, enabled } = declaration
  const { clock, http, limits, metrics } = parts
  const log = parts.log.child({ source: terms.id })
  const breaker = createBreaker(clock, limits.breaker)
  const pace = declaration.pace && createPace(declaration.pace, clock)
  const requests = metrics.counter('farthing_source_requests_total', 'Requests to upstream sources by outcome', ['source', 'outcome'])
  const latency = metrics.histogram(
    'farthing_source_latency_seconds',
    'Time that upstream sources take to answer',
    ['source'],
    latencyBuckets,
  )
  const cached = metrics.counter('farthing_source_answers_total', 'Values given to products, by where they came from', [
    'source',
    'feed',
    'cache',
  ])
  let lastSuccess: number | null = null
  let lastError: string | null = null
  let latencyMs: number | null = null

  const once = async <T>(request: SourceRequest<T>, signal: AbortSignal): Promise<T> => {
    const startedAt = clock.now()
    try {
      const { method = 'GET', body, alsoAccept, redirectHosts, maxBytes = 1_000_000, bulk = false } = request
      const { timeoutMs = bulk ? limits.bulkTimeoutMs : limits.timeoutMs } = request
      const value = await request.read(
        await http.send(baseUrl + request.path, {
          method,
          headers: { ...declaration.headers, ...request.headers },
          timeoutMs,
          maxBytes,
          signal,
          ...(body === undefined ? {} : { body }),
          ...(alsoAccept === undefined ? {} : { alsoAccept }),
          ...(redirectHosts === undefined ? {} : { redirectHosts }),
        }),
      )
      lastSuccess = clock.now()
      lastError = null
      latencyMs = lastSuccess - startedAt
      latency.observe(latencyMs / 1000, { source: terms.id })
      requests.add({ source: terms.id, outcome: 'ok' })
      return value
    } catch (error) {
      lastError = error instanceof UpstreamError ? error.code : 'failed'
      requests.add({ source: terms.id, outcome: lastError })
      log.debug({ code: lastError }, 'source did not answer as it should')
      throw error
    }
  }

  const stamp = (address: string, asOf: number, cache: SourceStamp['cache']): SourceStamp => ({
    id: terms.id,
    url: baseUrl + address,
    asOf: new Date(asOf).toISOString(),
    licence: parts.simulated ? 'none: sandbox data' : terms.licence,
    attribution: parts.simulated ? `Stand-in for ${terms.name}, not real data` : terms.attribution,
    cache,
  })

  return {
    terms,
    enabled,
    ready: () => enabled && ['closed', 'half-open'].includes(breaker.state()) && (pace?.waitMs() ?? 0) === 0,
    ask: (request, signal) => {
      const paced = async () => {
        pace?.take()
        return once(request, signal)
      }
      return attempt(paced, {
        breaker,
        clock,
        timers: parts.timers,
        random: parts.random,
        settings: pace ? { ...limits.attempts, retries: 0 } : limits.attempts,
        signal,
      })
    },
    feed: (feed) =>
      createFeed(feed, {
        clock,
        timers: parts.timers,
        log,
        enabled,
        budgetMs: limits.budgetMs,
        stamp,
        answers: { add: (labels, by) => cached.add({ source: terms.id, ...labels }, by) },
      }),
    stamp,
    state: () => ({
      id: terms.id,
      enabled,
      breaker: breaker.state(),
      lastSuccess: lastSuccess === null ? null : new Date(lastSuccess).toISOString(),
      lastError,
      latencyMs,
    }),
  }
}
