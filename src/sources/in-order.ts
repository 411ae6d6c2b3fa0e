import { UpstreamError } from '../net/upstream-errors.ts'
import type { Source } from './create-source.ts'
import type { Feed, FeedOptions } from './feed.ts'
import type { Sourced, SourceStamp } from './source.ts'

/** One way to come by a value. Null: its source knows no such thing. */
export interface Candidate<T> {
  readonly source: Source
  fresh(options: FeedOptions): Promise<Sourced<T | null>>
  held(): Sourced<T | null> | null
}

/** A feed's value for a key, as `read` sees it. */
export function candidate<V, T>(source: Source, feed: Feed<V>, key: string, read: (value: V) => T | null): Candidate<T> {
  const seen = (given: Sourced<V>) => ({ value: read(given.value), source: given.source })
  return {
    source,
    fresh: async (options) => seen(await feed.get(key, options)),
    held() {
      const old = feed.held(key)
      return old && seen(old)
    },
  }
}

export interface Answered<T> {
  readonly value: T
  readonly source: SourceStamp
  /** True when it is not from the first of those that are switched on. */
  readonly fallback: boolean
}

/**
 * The fresh value of the first that has one, else the first old value that is still within bounds. Null when all who
 * answered know no such thing and nobody failed. Candidates are taken one by one, as they are needed. Nobody is waited for longer than `waitMs`, if that is given.
 * @throws UpstreamError of the first that failed, when nobody can answer.
 */
export async function firstToAnswer<T>(
  candidates: Iterable<Candidate<T>>,
  signal?: AbortSignal,
  waitMs?: number,
): Promise<Answered<T> | null> {
  const asked: Candidate<T>[] = []
  let failure: UpstreamError | null = null
  for (const one of candidates) {
    if (!one.source.enabled) continue
    asked.push(one)
    try {
      const { value, source } = await one.fresh({
        freshOnly: true,
        ...(signal ? { signal } : {}),
        ...(waitMs === undefined ? {} : { waitMs }),
      })
      if (value !== null) return { value, source, fallback: asked.length > 1 }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      failure ??= error
    }
  }
  if (!failure) return null
  for (const [index, one] of asked.entries()) {
    const old = one.held()
    if (old && old.value !== null) return { value: old.value, source: old.source, fallback: index > 0 }
  }
  throw failure
}
