import { UpstreamError } from '../../net/upstream-errors.ts'
import type { Source } from './create-source.ts'
import type { Feed, FeedOptions } from './feed.ts'
import type { SourceStamp } from './source.ts'

/** The result of asking one of several sources that are asked at the same time. */
export type SourceReply<V> =
  | { readonly kind: 'answered'; readonly value: V; readonly source: SourceStamp }
  | { readonly kind: 'failed'; readonly error: UpstreamError }
  /** Switched off, so it was not asked. */
  | { readonly kind: 'off' }

/** Asks one source. Its failure is a result, not an exception. */
export async function askSource<V>(source: Source, feed: Feed<V>, key: string, options: FeedOptions = {}): Promise<SourceReply<V>> {
  if (!source.enabled) return { kind: 'off' }
  try {
    return { kind: 'answered', ...(await feed.get(key, options)) }
  } catch (error) {
    if (error instanceof UpstreamError) return { kind: 'failed', error }
    throw error
  }
}

/** For `.catch`, when the answer does not need this source: null for an error of a source; every other error is thrown again. */
export function nullIfUpstream(error: unknown): null {
  if (error instanceof UpstreamError) return null
  throw error
}

/** The value; null without one. */
export function valueOf<V>(one: SourceReply<V>): V | null {
  return one.kind === 'answered' ? one.value : null
}

/** The stamps of the replies with an answer, in the given order. */
export function stampsOf(all: readonly SourceReply<unknown>[]): SourceStamp[] {
  return all.flatMap((one) => (one.kind === 'answered' ? [one.source] : []))
}

/** The first failure, from which a caller learns when to retry. */
export function failureIn(all: readonly SourceReply<unknown>[]): UpstreamError | null {
  return all.find((one) => one.kind === 'failed')?.error ?? null
}
