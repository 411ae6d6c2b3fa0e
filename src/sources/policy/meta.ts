import { standingOf } from '../source-reliability.ts'
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
  /** The stamps behind each part of the answer, where `stamps` has one for each source of all of them. Instead of `agreeing`. */
  readonly parts?: readonly (readonly SourceStamp[])[]
  /** Members of the answer that no source gave. */
  readonly missing?: readonly string[]
  /** Another source than the first choice answered, or one that was asked failed. */
  readonly fallback?: boolean
  /** Share of the subject that is known, from 0 to 1, where the answer judges a subject. */
  readonly knownShare?: number
  readonly simulated: boolean
}

/** The `meta` of an answer that rests on sources. It is degraded when a stamp is stale, something is missing, or `fallback` says so. */
export function metaOf({
  stamps,
  agreeing = [],
  missing = [],
  fallback = false,
  knownShare = 1,
  simulated,
  ...given
}: MetaParts): AnswerMeta {
  const grouped = new Set(agreeing.flat())
  const parts = given.parts ?? [...agreeing, ...stamps.filter((stamp) => !grouped.has(stamp)).map((stamp) => [stamp])]
  return {
    sources: stamps.map(sent),
    confidence: confidenceOf({
      parts: parts.filter((part) => part.length > 0).map((part) => part.map(observationOf)),
      missing: missing.length,
      fallback,
      knownShare,
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

/**
 * The `meta` of an answer made of several answers: every source once, at its oldest, and the lowest confidence. Without any answer
 * nothing is known.
 */
export function joinedMeta(metas: readonly AnswerMeta[], simulated: boolean): AnswerMeta {
  const sources = new Map<string, AnswerMeta['sources'][number]>()
  for (const one of metas.flatMap((meta) => meta.sources)) {
    const held = sources.get(one.id)
    if (!held || one.observedAt < held.observedAt) sources.set(one.id, one)
  }
  return {
    sources: [...sources.values()],
    confidence: metas.length === 0 ? 0 : Math.min(...metas.map(({ confidence }) => confidence)),
    degraded: metas.some(({ degraded }) => degraded),
    missing: [...new Set(metas.flatMap(({ missing }) => missing))],
    simulated,
  }
}

function sent({ id, url, asOf, licence, attribution, cache }: SourceStamp): AnswerMeta['sources'][number] {
  return { id, url, observedAt: asOf, licence, attribution, cache }
}

function observationOf({ id, origin, standing: declared, cache, freshness = cache === 'stale' ? 0.5 : 1 }: SourceStamp): SourceObservation {
  const standing = standingOf({ id, ...(declared ? { standing: declared } : {}) })
  return { origin: origin ?? standing.origin, certainty: standing.certainty, freshness }
}
