import { LRUCache } from 'lru-cache'
import { UpstreamError, UpstreamGarbage, UpstreamUnreachable } from '../../net/upstream-errors.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Counter } from '../../shared/metrics.ts'
import { createSingleFlight } from '../../shared/single-flight.ts'
import { freshnessAt } from './confidence.ts'
import type { Sourced, SourceStamp } from './source.ts'
import { orAborted } from './or-aborted.ts'

/** How long a value may be used. Times are in milliseconds since the epoch. */
export interface Freshness {
  /** From this time on it is renewed in the background, and still served. */
  readonly refreshAt: number
  /** Until this time it is served as fresh. */
  readonly freshUntil: number
  /** Until this time it is served as stale when the source cannot give a newer one. */
  readonly staleUntil: number
}

/** In milliseconds: up to what age data is fresh, and up to what age it may be used at all. */
export interface OwnAge {
  readonly freshMs: number
  readonly staleMs: number
}

export interface FeedDeclaration<V> {
  /** Its name in metrics, such as `markets`. */
  readonly name: string
  /** Maximum time of one load with all its attempts. Default is the source's. */
  readonly budgetMs?: number
  /** Number of values to keep; the least recently used is dropped first. */
  readonly size: number
  /** For values of very different sizes: what one weighs, and what all that are kept may weigh together. */
  readonly weight?: { of(value: V): number; readonly max: number }
  freshness(value: V, fetchedAt: number): Freshness
  /** Time of the data itself in milliseconds; null where the source gives none. */
  asOf(value: V): number | null
  /** How old the data itself may be by `asOf`, however lately it was fetched: sources also give figures that they stopped to renew. */
  readonly ownAge?: OwnAge
  /** Path and query of the request for this key, without secrets. */
  address(key: string): string
  /** Asks the upstream. `put` stores the values of other keys that the answer contains. */
  load(key: string, signal: AbortSignal, put: (key: string, value: V) => void): Promise<V>
}

export interface FeedOptions {
  readonly signal?: AbortSignal
  /** Fail instead of returning a stale value: for callers that can ask another source. */
  readonly freshOnly?: boolean
  /** Wait at most this long for a load, which continues for the next caller: for callers that can ask another source. */
  readonly waitMs?: number
}

/** One kind of data of one source, by key. Values are cached, and callers at the same time share one load. */
export interface Feed<V> {
  /** @throws UpstreamError when the source gives no value and no cached value is fresh enough. */
  get(key: string, options?: FeedOptions): Promise<Sourced<V>>
  /** The cached value of a key, unless it is too old; labelled stale if it is no longer fresh. It asks no source. */
  cached(key: string): Sourced<V> | null
  /** Whether any cached value is not too old. */
  hasCached(): boolean
}

/** A feed for its own adapter, which may store a value that another request brought. */
export interface FillableFeed<V> extends Feed<V> {
  put(key: string, value: V): void
}

export interface FeedParts {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  /** Counts answers by `cache`. */
  readonly answers: Counter
  isEnabled(): boolean
  readonly budgetMs: number
  /** Makes the stamp of a value. */
  stamp(address: string, asOf: number, cache: SourceStamp['cache'], freshness: number): SourceStamp
}

interface Entry<V> {
  readonly value: V
  readonly fetchedAt: number
  readonly freshness: Freshness
  /** By the time of the data itself; null where only the fetch counts. */
  readonly own: Pick<Freshness, 'freshUntil' | 'staleUntil'> | null
}

/** Freshness by age alone. */
export function byAge(ages: { refreshMs: number; freshMs: number; staleMs: number }): (value: unknown, fetchedAt: number) => Freshness {
  return (_, fetchedAt) => ({
    refreshAt: fetchedAt + ages.refreshMs,
    freshUntil: fetchedAt + ages.freshMs,
    staleUntil: fetchedAt + ages.staleMs,
  })
}

export function createFeed<V>(declaration: FeedDeclaration<V>, parts: FeedParts): FillableFeed<V> {
  const { clock, timers, log, answers } = parts
  // Made with its first entry: a cache takes memory for all that it may hold, and most feeds of a process are never used.
  let entries: LRUCache<string, Entry<V>> | undefined
  const share = createSingleFlight<string, Entry<V>>()

  const put = (key: string, value: V): Entry<V> => {
    const fetchedAt = clock.now()
    const own = ownBounds(declaration.asOf(value), declaration.ownAge, fetchedAt)
    const entry = { value, fetchedAt, freshness: declaration.freshness(value, fetchedAt), own }
    entries ??= new LRUCache({ max: declaration.size, ...(declaration.weight ? { maxSize: declaration.weight.max } : {}) })
    entries.set(key, entry, declaration.weight ? { size: Math.max(1, declaration.weight.of(value)) } : {})
    return entry
  }

  const load = async (key: string): Promise<Entry<V>> => {
    try {
      const budgetMs = declaration.budgetMs ?? parts.budgetMs
      return put(key, await withinTime(timers, budgetMs, (signal) => declaration.load(key, signal, put)))
    } catch (error) {
      log.info({ feed: declaration.name, code: error instanceof UpstreamError ? error.code : 'failed' }, 'source could not be read')
      throw error
    }
  }

  const loadOnce = (key: string): Promise<Entry<V>> => {
    const loading = share(key, () => load(key))
    // Callers that wait see the failure. Without any, it is only logged.
    loading.catch(() => {})
    return loading
  }

  const waitForLoad = (key: string, { signal, waitMs }: FeedOptions): Promise<Entry<V>> => {
    const loading = orAborted(loadOnce(key), signal)
    return waitMs === undefined ? loading : withinTime(timers, waitMs, () => loading)
  }

  const sourced = (key: string, entry: Entry<V>, cache: SourceStamp['cache']): Sourced<V> => {
    answers.add({ feed: declaration.name, cache })
    const asOf = declaration.asOf(entry.value) ?? entry.fetchedAt
    const now = clock.now()
    const freshness = Math.min(freshnessAt(now, entry.freshness), entry.own ? freshnessAt(now, entry.own) : 1)
    return { value: entry.value, source: parts.stamp(declaration.address(key), asOf, cache, freshness) }
  }

  const cached = (key: string): Sourced<V> | null => {
    const entry = parts.isEnabled() ? entries?.get(key) : undefined
    const now = clock.now()
    if (!entry || now >= staleUntil(entry)) return null
    return sourced(key, entry, now < entry.freshness.freshUntil && isFreshItself(entry, now) ? 'hit' : 'stale')
  }

  /** The entry, unless its data is too old in itself. @throws UpstreamGarbage `outdated` */
  const usable = (key: string, entry: Entry<V>, cache: SourceStamp['cache'], { freshOnly = false }: FeedOptions): Sourced<V> => {
    const now = clock.now()
    if (isFreshItself(entry, now)) return sourced(key, entry, cache)
    if (freshOnly || now >= staleUntil(entry)) throw new UpstreamGarbage('outdated')
    return sourced(key, entry, 'stale')
  }

  return {
    async get(key, options = {}) {
      if (!parts.isEnabled()) throw new UpstreamUnreachable('disabled')
      const entry = entries?.get(key)
      const now = clock.now()
      if (entry && now < entry.freshness.freshUntil) {
        if (now >= entry.freshness.refreshAt) void loadOnce(key)
        return usable(key, entry, 'hit', options)
      }
      try {
        return usable(key, await waitForLoad(key, options), 'miss', options)
      } catch (error) {
        const old = options.freshOnly === true ? null : cached(key)
        if (old) return old
        throw error
      }
    },
    cached,
    put: (key, value) => void put(key, value),
    hasCached() {
      if (!parts.isEnabled()) return false
      const now = clock.now()
      for (const entry of entries?.values() ?? []) if (now < staleUntil(entry)) return true
      return false
    },
  }
}

/** A time in the future is not believed: such data counts from its fetch. */
function ownBounds(asOf: number | null, age: OwnAge | undefined, fetchedAt: number): Entry<unknown>['own'] {
  if (asOf === null || !age) return null
  const at = Math.min(asOf, fetchedAt)
  return { freshUntil: at + age.freshMs, staleUntil: at + age.staleMs }
}

function isFreshItself({ own }: Entry<unknown>, now: number): boolean {
  return own === null || now < own.freshUntil
}

function staleUntil({ freshness, own }: Entry<unknown>): number {
  return Math.min(freshness.staleUntil, own?.staleUntil ?? Number.POSITIVE_INFINITY)
}

/** The result, or UpstreamUnreachable `timeout` when it takes longer. The work itself gets a signal, and may go on. */
async function withinTime<T>(timers: Timers, ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController()
  const cancel = timers.after(ms, () => deadline.abort())
  try {
    return await orAborted(work(deadline.signal), deadline.signal)
  } catch (error) {
    throw deadline.signal.aborted ? new UpstreamUnreachable('timeout', { cause: error }) : error
  } finally {
    cancel()
  }
}
