import { FetchFailed, type FetchFailure } from '../../net/fetch-failed.ts'
import type { GuardedFetch } from '../../net/guarded-fetch.ts'
import type { GuardedAnswer, GuardedRequest } from '../../net/guarded-request.ts'
import type { Clock, Timers } from '../../shared/clock.ts'

/** What may be asked of a site of an outsider: the rest is ours to say. */
export type SiteRequest = Pick<GuardedRequest, 'method' | 'headers' | 'body' | 'maxBytes' | 'maxRedirects'>

/** What a site answered, with any status. */
export type SiteAnswer = GuardedAnswer

/** An answer, or why there is none. `budget`: the visit had no request or no time left. */
export type SiteReading =
  | { readonly kind: 'answered'; readonly answer: SiteAnswer; readonly ms: number }
  | { readonly kind: 'failed'; readonly reason: FetchFailure | 'budget' }

/** Some requests to one site, within limits that hold for all of them together. */
export interface SiteVisit {
  /** Never rejects. */
  get(url: string, request?: SiteRequest): Promise<SiteReading>
  /** Requests that were made so far, each followed redirect included, also those without an answer. */
  requests(): number
  close(): void
}

export interface VisitLimits {
  /** Each redirect that is followed is a request, too. */
  readonly maxRequests: number
  readonly maxMs: number
  /** For one request with its redirects. */
  readonly requestMs: number
  readonly signal?: AbortSignal
}

/** Sites of outsiders, read by products. */
export interface SiteVisits {
  open(limits: VisitLimits): SiteVisit
}

const defaultRedirects = 3
const defaultBytes = 262_144

export interface SiteVisitParts {
  readonly fetch: GuardedFetch
  readonly clock: Clock
  readonly timers: Timers
  /** Hosts of the sandbox's sites, with the origins on this machine where they run. */
  readonly sandboxSites: ReadonlyMap<string, string>
}

export function createSiteVisits(parts: SiteVisitParts): SiteVisits {
  return { open: (limits) => openVisit(parts, limits) }
}

function openVisit(
  { fetch, clock, timers, sandboxSites }: SiteVisitParts,
  { maxRequests, maxMs, requestMs, signal }: VisitLimits,
): SiteVisit {
  const ended = new AbortController()
  const startedAt = clock.now()
  const cancel = timers.after(maxMs, () => ended.abort())
  const whole = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal
  let made = 0

  async function get(url: string, request: SiteRequest = {}): Promise<SiteReading> {
    if (made >= maxRequests || whole.aborted) return { kind: 'failed', reason: 'budget' }
    let usedUp = false
    // Each request is counted right before it is made, whatever becomes of it, so that no failure can hide one.
    function beforeRequest(): boolean {
      usedUp = made >= maxRequests
      if (!usedUp) made += 1
      return !usedUp
    }
    const asked = clock.now()
    const timeoutMs = Math.min(requestMs, startedAt + maxMs - asked)
    const place = placeOf(url, sandboxSites)
    try {
      const answer = await fetch(place.url, {
        maxBytes: defaultBytes,
        ...request,
        // A site of the sandbox is asked by its own name, as it would be on the web.
        ...(place.origin === null ? {} : { headers: { ...request.headers, host: new URL(url).host } }),
        maxRedirects: request.maxRedirects ?? defaultRedirects,
        beforeRequest,
        timeoutMs,
        idleMs: timeoutMs,
        schemes: place.origin === null ? ['https'] : ['https', 'http'],
        signal: whole,
      })
      return { kind: 'answered', answer: namedAgain(answer, place), ms: clock.now() - asked }
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error
      return { kind: 'failed', reason: usedUp || (error.reason === 'aborted' && ended.signal.aborted) ? 'budget' : error.reason }
    }
  }

  return { get, requests: () => made, close: () => (cancel(), ended.abort()) }
}

interface Place {
  readonly url: string
  /** Where a site of the sandbox runs, and what it is called; null for every other site. */
  readonly origin: { readonly here: string; readonly named: string } | null
}

function placeOf(url: string, sandboxSites: ReadonlyMap<string, string>): Place {
  const parsed = sandboxSites.size === 0 ? null : URL.parse(url)
  const here = parsed === null ? undefined : sandboxSites.get(parsed.host)
  if (parsed === null || here === undefined || parsed.username !== '') return { url, origin: null }
  return { url: here + parsed.pathname + parsed.search, origin: { here, named: parsed.origin } }
}

/** The answer of a site of the sandbox, under the name of that site. */
function namedAgain(answer: SiteAnswer, { origin }: Place): SiteAnswer {
  if (origin === null) return answer
  const named = (url: string) => (url.startsWith(origin.here) ? origin.named + url.slice(origin.here.length) : url)
  return { ...answer, url: named(answer.url), redirects: answer.redirects.map(named) }
}
