/** Whether data of this source may be sold: freely, never, or only under a contract with it. */
export type Resale = 'open' | 'contract' | 'no'

/** One upstream, as declared by its adapter. */
export interface SourceTerms {
  readonly id: string
  readonly name: string
  readonly licence: string
  readonly attribution: string
  readonly resale: Resale
  /** A page about it. */
  readonly homepage: string
  /** It is read from contracts on these networks of the service, and not over HTTP. */
  readonly onChain?: readonly string[]
  /** The setting that names the key which it requires. */
  readonly keySetting?: string
  /** Whose figures it gives, for a source that comes with a line of goods. */
  readonly standing?: SourceReliability
}

/** Whose figures a source gives, and how far one of them is trusted on its own. */
export interface SourceReliability {
  /** Sources of the same origin count once in an answer's confidence. */
  readonly origin: string
  /** Of one fresh figure: above 0 and below 1. */
  readonly certainty: number
}

/** The origin of a figure. `meta.sources[]` of an answer shows it, without `freshness` and `origin`. */
export interface SourceStamp {
  readonly id: string
  /** The public URL of the request, without keys. */
  readonly url: string
  /** ISO time of the data itself, or of the fetch where the source gives none. */
  readonly asOf: string
  readonly licence: string
  readonly attribution: string
  readonly cache: 'hit' | 'miss' | 'stale'
  /** From 1 while it is fresh to 0.5 at the end of its bound; where it is left out, 0.5 for a stale one and 1 for others. */
  readonly freshness?: number
  /** Whose figure it is, where that differs from the source's own standing. */
  readonly origin?: string
  /** The standing of a source that comes with a line of goods. */
  readonly standing?: SourceReliability
}

/** A value with its origin. */
export interface Sourced<T> {
  readonly value: T
  readonly source: SourceStamp
}
