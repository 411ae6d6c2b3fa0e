import type { HttpClient } from '../../net/http-client.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import type { Random } from '../../shared/random.ts'
import { attempt, defaultAttempts } from './attempt.ts'
import type { AttemptSettings } from './attempt.ts'
import { createBreaker, defaultBreaker } from '../../net/breaker.ts'
import type { BreakerSettings, BreakerState } from '../../net/breaker.ts'
import { createFeed } from './feed.ts'
import type { FeedDeclaration, FillableFeed } from './feed.ts'
import { createPace, type PaceSettings } from './pace.ts'
import { createRequestLimit, type RequestLimit } from './request-limit.ts'
import type { RequestLimitSettings } from './request-limit.ts'
import { createQuotaWatch, type QuotaState } from './quota-watch.ts'
import { createRequestQuota, type RequestQuotaSettings } from './request-quota.ts'
import { createSourceRequests, type RequestFigures, type SourceRequest } from './source-requests.ts'
import type { SourceStamp, SourceTerms } from './source.ts'

/** The state of one source, for a status page. */
export interface SourceState extends RequestFigures {
  readonly id: string
  readonly enabled: boolean
  readonly breaker: BreakerState
  /** Null where it has no plan that counts requests by the hour or longer. */
  readonly quota: QuotaState | null
}

/** One upstream under the common policy: limits, timeout, retry, breaker, terms, figures for the status page. */
export interface Source {
  readonly terms: SourceTerms
  /** May change while the service runs. */
  readonly enabled: boolean
  /** Enabled, and its breaker and its request limit would let a request through. */
  ready(): boolean
  /** One request with its retries. @throws UpstreamError */
  ask<T>(request: SourceRequest<T>, signal: AbortSignal): Promise<T>
  /** The same for work that is no HTTP request: reading contracts. It is not repeated. @throws UpstreamError */
  perform<T>(work: () => Promise<T>, options: { readonly subject: string; readonly signal: AbortSignal }): Promise<T>
  feed<V>(declaration: FeedDeclaration<V>): FillableFeed<V>
  /** The stamp of a value that did not come through a feed. `asOf` in milliseconds. */
  stamp(address: string, asOf: number, cache: SourceStamp['cache']): SourceStamp
  state(): SourceState
}

export interface SourceLimits {
  /** For one attempt, its body included. */
  readonly timeoutMs: number
  /** For one attempt at a file of many megabytes. */
  readonly bulkTimeoutMs: number
  /** For one load with all its attempts, unless the feed sets its own. Longer than one attempt. */
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
  /** Whether the operator has a source switched on at this moment; always, unless given. */
  readonly isOn?: (terms: SourceTerms) => boolean
}

export interface SourceDeclaration {
  readonly terms: SourceTerms
  readonly baseUrl: string
  /** Whether it can be used at all. `isOn` of the parts says whether it may be used now. */
  readonly enabled: boolean
  /** Sent with every request; keys belong here, never into a path. */
  readonly headers?: Readonly<Record<string, string>>
  /** For an upstream that allows few requests. A failed request is not retried, since the next caller needs that request. */
  readonly requestLimit?: RequestLimitSettings
  /** For a plan that counts requests by the month; they are spread over it. */
  readonly quota?: RequestQuotaSettings | undefined
  /** For an upstream that refuses bursts: requests wait for their turn. A failed request is not retried, since others wait. */
  readonly pace?: PaceSettings
}

function limitOf({ requestLimit, quota }: SourceDeclaration, { clock, simulated }: SourceParts): RequestLimit | undefined {
  if (requestLimit) return createRequestLimit(requestLimit, clock)
  // The sandbox has no plans.
  return quota && !simulated ? createRequestQuota(quota, clock) : undefined
}

export function createSource(declaration: SourceDeclaration, parts: SourceParts): Source {
  const { terms, baseUrl, headers } = declaration
  const { clock, http, timers, random, limits, metrics } = parts
  const log = parts.log.child({ source: terms.id })
  const isEnabled = () => declaration.enabled && (parts.isOn?.(terms) ?? true)
  const breaker = createBreaker(clock, limits.breaker)
  const limit = limitOf(declaration, parts)
  const quota = createQuotaWatch({ id: terms.id, limit, clock, log, metrics })
  const pace = declaration.pace && createPace(declaration.pace, timers)
  const requests = createSourceRequests({ id: terms.id, baseUrl, headers, timeouts: limits, http, clock, log, metrics })
  const cached = metrics.counter('farthing_source_answers_total', 'Values given to products, by where they came from', [
    'source',
    'feed',
    'cache',
  ])

  const stamp = (address: string, asOf: number, cache: SourceStamp['cache'], freshness?: number): SourceStamp => ({
    id: terms.id,
    url: baseUrl + address,
    asOf: new Date(asOf).toISOString(),
    licence: parts.simulated ? 'none: sandbox data' : terms.licence,
    attribution: parts.simulated ? `Stand-in for ${terms.name}, not real data` : terms.attribution,
    cache,
    ...(terms.standing === undefined ? {} : { standing: terms.standing }),
    ...(freshness === undefined ? {} : { freshness }),
  })

  return {
    terms,
    get enabled() {
      return isEnabled()
    },
    ready: () => isEnabled() && ['closed', 'half-open'].includes(breaker.state()) && (limit?.waitMs() ?? 0) === 0,
    ask: async (request, signal) => {
      // Before the breaker is asked: while a request waits, the upstream may ask for a pause. During one, nothing waits.
      if (pace && ['closed', 'half-open'].includes(breaker.state())) await pace.turn(signal)
      const send = async () => {
        quota.take()
        return quota.watch(() => requests.send(request, signal))
      }
      // A file of many megabytes is no request to repeat at once: who loads it has pauses of its own.
      const settings = limit || pace || request.bulk ? { ...limits.attempts, retries: 0 } : limits.attempts
      return attempt(send, { breaker, clock, timers, random, settings, signal, subject: request.path })
    },
    perform: (work, { subject, signal }) => {
      const settings = { ...limits.attempts, retries: 0 }
      return attempt(() => requests.measure(work), { breaker, clock, timers, random, settings, signal, subject })
    },
    feed: (feed) =>
      createFeed(feed, {
        clock,
        timers,
        log,
        isEnabled,
        budgetMs: limits.budgetMs,
        stamp,
        answers: { add: (labels, by) => cached.add({ source: terms.id, ...labels }, by) },
      }),
    stamp,
    state: () => ({ id: terms.id, enabled: isEnabled(), breaker: breaker.state(), quota: quota.state(), ...requests.figures() }),
  }
}
