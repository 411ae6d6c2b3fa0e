import { standingOf } from '../source-standing.ts'
import { confidenceOf, type SourceObservation } from './confidence.ts'
import type { SourceStamp } from './source.ts'

/** The `meta` of every answer that uses sources; `answerMeta` in offers is its schema. */
export interface AnswerMeta {
  sources: { id: string; url: string; observedAt: string; licence: string; attribution: string; cache: SourceStamp['cache'] }[]
  /** From 0 to 1: see `confidenceOf`. */
  confidence: number
  degraded: boolean
  missing: string[]
  simulated: boolean
}

/** What `meta` is made of. */
export interface MetaParts {
  readonly stamps: readonly SourceStamp[]
  /** Lists of those stamps that tell the same figure. Each stamp that is in no list tells a part of its own. */
  readonly agreeing?: readonly (readonly SourceStamp[])[]
  /** Members of the answer that no source gave. */
  readonly missing?: readonly string[]
  /** Another source than the first choice answered, or one that was asked failed. */
  readonly fallback?: boolean
  readonly simulated: boolean
}

/** The `meta` of an answer that rests on sources. It is degraded when a stamp is stale, something is missing, or `fallback` says so. */
export function metaOf({ stamps, agreeing = [], missing = [], fallback = false, simulated }: MetaParts): AnswerMeta {
  const grouped = new Set(agreeing.flat())
  const parts = [...agreeing, ...stamps.filter((stamp) => !grouped.has(stamp)).map((stamp) => [stamp])]
  return {
    sources: stamps.map(sent),
    confidence: confidenceOf({
      parts: parts.filter((part) => part.length > 0).map((part) => part.map(observationOf)),
      missing: missing.length,
      fallback,
    }),
    degraded: fallback || missing.length > 0 || stamps.some(({ cache }) => cache === 'stale'),
    missing: [...missing],
    simulated,
  }
}

/** The `meta` of an answer that tells only facts of this service, which need no source. */
export function ownMeta(simulated: boolean): AnswerMeta {
  return { sources: [], confidence: 1, degraded: false, missing: [], simulated }
}

function sent({ id, url, asOf, licence, attribution, cache }: SourceStamp): AnswerMeta['sources'][number] {
  return { id, url, observedAt: asOf, licence, attribution, cache }
}

function observationOf({ id, origin, cache, freshness = cache === 'stale' ? 0.5 : 1 }: SourceStamp): SourceObservation {
  const standing = standingOf(id)
  return { origin: origin ?? standing.origin, certainty: standing.certainty, freshness }
}
