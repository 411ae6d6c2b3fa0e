import { UpstreamError } from '../net/upstream-errors.ts'
import type { Source } from './create-source.ts'
import type { Feed, FeedOptions } from './feed.ts'
import type { SourceStamp } from './source.ts'

/** What became of a question to one of several sources that are asked at the same time. */
export type Said<V> =
  | { readonly kind: 'answered'; readonly value: V; readonly source: SourceStamp }
  | { readonly kind: 'failed'; readonly error: UpstreamError }
  /** Switched off, so that it was not asked. */
  | { readonly kind: 'off' }

/** Asks one source, so that its failure is an answer too. */
export async function said<V>(source: Source, feed: Feed<V>, key: string, options: FeedOptions = {}): Promise<Said<V>> {
  if (!source.enabled) return { kind: 'off' }
  try {
    return { kind: 'answered', ...(await feed.get(key, options)) }
  } catch (error) {
    if (error instanceof UpstreamError) return { kind: 'failed', error }
    throw error
  }
}

/** For `.catch`, where the answer can do without: null for what a source threw, and everything else is let through. */
export function nullIfUpstream(error: unknown): null {
  if (error instanceof UpstreamError) return null
  throw error
}

/** The value, null where there is none. */
export function valueOf<V>(one: Said<V>): V | null {
  return one.kind === 'answered' ? one.value : null
}

/** Stamps of those that answered, in the order given. */
export function stampsOf(all: readonly Said<unknown>[]): SourceStamp[] {
  return all.flatMap((one) => (one.kind === 'answered' ? [one.source] : []))
}

/** The first failure, for what a caller is told about when to come back. */
export function failureIn(all: readonly Said<unknown>[]): UpstreamError | null {
  return all.find((one) => one.kind === 'failed')?.error ?? null
}
