import type { Feed, Source } from '../../../../src/goods/kit/http.ts'
import type { Clock } from '../../../../src/goods/kit/parts.ts'
import { findThrough } from '../find-through.ts'
import type { RegisterFinding } from '../finding.ts'

/** What a feed of a register says of a key: null is "not found". @throws the reason of an aborted signal, and nothing else. */
export async function findingOf<V>(
  { source, feed, clock }: { readonly source: Source; readonly feed: Feed<V | null>; readonly clock: Clock },
  key: string,
  signal: AbortSignal,
): Promise<RegisterFinding<V>> {
  signal.throwIfAborted()
  return findThrough(feed, key, { sourceId: source.terms.id, clock, signal, present: (value) => value })
}
