import { UpstreamError } from '../../net/upstream-errors.ts'
import type { Source } from './create-source.ts'
import type { Feed, FeedOptions } from './feed.ts'
import type { Sourced, SourceStamp } from './source.ts'

/** One way to get a value. Null means that its source does not have it. */
export interface SourceCandidate<T> {
  readonly source: Source
  fresh(options: FeedOptions): Promise<Sourced<T | null>>
  cached(): Sourced<T | null> | null
}

/** The candidate that reads one key of a feed, converted by `read`. */
export function feedCandidate<V, T>(source: Source, feed: Feed<V>, key: string, read: (value: V) => T | null): SourceCandidate<T> {
  const seen = (given: Sourced<V>) => ({ value: read(given.value), source: given.source })
  return {
    source,
    fresh: async (options) => seen(await feed.get(key, options)),
    cached() {
      const old = feed.cached(key)
      return old && seen(old)
    },
  }
}

export interface FirstAnswer<T> {
  readonly value: T
  readonly source: SourceStamp
  /** True when it is not from the first enabled source. */
  readonly fallback: boolean
}

/**
 * The fresh value of the first candidate that has one, else the first cached value that is not too old. Null when no source
 * failed and none has the value. Candidates are asked one after the other, each for at most `waitMs` if that is given.
 * @throws UpstreamError of the first that failed, when no candidate has a value.
 */
export async function firstAnswer<T>(
  candidates: Iterable<SourceCandidate<T>>,
  signal?: AbortSignal,
  waitMs?: number,
): Promise<FirstAnswer<T> | null> {
  const asked: SourceCandidate<T>[] = []
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
    const old = one.cached()
    if (old && old.value !== null) return { value: old.value, source: old.source, fallback: index > 0 }
  }
  throw failure
}
