import { LRUCache } from 'lru-cache'
import { UpstreamError, UpstreamUnreachable } from '../net/upstream-errors.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Counter } from '../shared/metrics.ts'
import type { Sourced, SourceStamp } from './source.ts'
import { untilAborted } from './until-aborted.ts'

/** How long a value serves, in milliseconds since the epoch. */
export interface Freshness {
  /** From here on it is renewed in the background while it is still served. */
  readonly refreshAt: number
  /** Until here it is served as fresh. */
  readonly freshUntil: number
  /** Until here it may stand in, labelled stale, when the source can't give a newer one. */
  readonly staleUntil: number
}

export interface FeedDeclaration<V> {
  /** `markets`; names it in metrics. */
  readonly name: string
  /** Time that one load may take with all its attempts; nobody waits longer. Default is the source's. */
  readonly budgetMs?: number
  /** Values kept; the least recently used go first. */
  readonly size: number
  freshness(value: V, fetchedAt: number): Freshness
  /** Time of the data itself in milliseconds; null where the source gives none. */
  asOf(value: V): number | null
  /** Path and query of what is asked for this key, without secrets. */
  address(key: string): string
  /** Asks the upstream. `put` stores values for other keys that came along. */
  load(key: string, signal: AbortSignal, put: (key: string, value: V) => void): Promise<V>
}

export interface FeedOptions {
  readonly signal?: AbortSignal
  /** Rather fail than give a stale value: for callers that have another source to ask first. */
  readonly freshOnly?: boolean
  /** Wait no longer than this for a load, which goes on for the next caller: for those who have somebody else to ask. */
  readonly waitMs?: number
}

/** One kind of data of one source, by key: cached, loaded once however many ask at the same time. */
export interface Feed<V> {
  /** @throws UpstreamError when the source can't give a value and none in hand is fresh enough. */
  get(key: string, options?: FeedOptions): Promise<Sourced<V>>
  /** What is in hand for this key and not too old, without asking anybody; labelled stale if it is no longer fresh. */
  held(key: string): Sourced<V> | null
  /** Whether anything is in hand that is not too old. */
  holdsAny(): boolean
}

/** A feed as its own adapter holds it, which may learn a value while it asks for something else. */
export interface FillableFeed<V> extends Feed<V> {
  put(key: string, value: V): void
}

export interface FeedParts {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  /** Counts answers by `cache`. */
  readonly answers: Counter
  readonly enabled: boolean
  readonly budgetMs: number
  /** Makes the stamp of a value. */
  stamp(address: string, asOf: number, cache: SourceStamp['cache']): SourceStamp
}

interface Entry<V> {
  readonly value: V
  readonly fetchedAt: number
  readonly freshness: Freshness
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
  const entries = new LRUCache<string, Entry<V>>({ max: declaration.size })
  const flights = new Map<string, Promise<Entry<V>>>()

  const put = (key: string, value: V): Entry<V> => {
    const fetchedAt = clock.now()
    const entry = { value, fetchedAt, freshness: declaration.freshness(value, fetchedAt) }
    entries.set(key, entry)
    return entry
  }

  const load = async (key: string): Promise<Entry<V>> => {
    const budget = new AbortController()
    const cancel = timers.after(declaration.budgetMs ?? parts.budgetMs, () => budget.abort())
    try {
      const value = await untilAborted(declaration.load(key, budget.signal, put), budget.signal)
      return put(key, value)
    } catch (error) {
      log.info({ feed: declaration.name, code: error instanceof UpstreamError ? error.code : 'failed' }, 'source could not be read')
      throw budget.signal.aborted ? new UpstreamUnreachable('timeout', { cause: error }) : error
    } finally {
      cancel()
    }
  }

  const fly = (key: string): Promise<Entry<V>> => {
    const under = flights.get(key)
    if (under) return under
    const flight = load(key).finally(() => flights.delete(key))
    // Those who wait see the failure; when nobody waits it is logged and done.
    flight.catch(() => {})
    flights.set(key, flight)
    return flight
  }

  const patiently = async (key: string, { signal, waitMs }: FeedOptions): Promise<Entry<V>> => {
    const flight = untilAborted(fly(key), signal)
    if (waitMs === undefined) return flight
    const patience = new AbortController()
    const cancel = timers.after(waitMs, () => patience.abort())
    try {
      return await untilAborted(flight, patience.signal)
    } catch (error) {
      throw patience.signal.aborted ? new UpstreamUnreachable('timeout', { cause: error }) : error
    } finally {
      cancel()
    }
  }

  const sourced = (key: string, entry: Entry<V>, cache: SourceStamp['cache']): Sourced<V> => {
    answers.add({ feed: declaration.name, cache })
    const asOf = declaration.asOf(entry.value) ?? entry.fetchedAt
    return { value: entry.value, source: parts.stamp(declaration.address(key), asOf, cache) }
  }

  const held = (key: string): Sourced<V> | null => {
    const entry = parts.enabled ? entries.get(key) : undefined
    const now = clock.now()
    if (!entry || now >= entry.freshness.staleUntil) return null
    return sourced(key, entry, now < entry.freshness.freshUntil ? 'hit' : 'stale')
  }

  return {
    async get(key, options = {}) {
      if (!parts.enabled) throw new UpstreamUnreachable('disabled')
      const entry = entries.get(key)
      const now = clock.now()
      if (entry && now < entry.freshness.freshUntil) {
        if (now >= entry.freshness.refreshAt) void fly(key)
        return sourced(key, entry, 'hit')
      }
      try {
        return sourced(key, await patiently(key, options), 'miss')
      } catch (error) {
        const old = options.freshOnly === true ? null : held(key)
        if (old) return old
        throw error
      }
    },
    held,
    put: (key, value) => void put(key, value),
    holdsAny() {
      if (!parts.enabled) return false
      const now = clock.now()
      for (const entry of entries.values()) if (now < entry.freshness.staleUntil) return true
      return false
    },
  }
}
