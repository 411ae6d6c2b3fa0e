/** Whether answers of this source may be sold: freely, never, or only under a contract with it. */
export type Resale = 'open' | 'contract' | 'no'

/** One upstream, as declared by its adapter. */
export interface SourceTerms {
  readonly id: string
  readonly name: string
  readonly licence: string
  readonly attribution: string
  readonly resale: Resale
  /** Where people read about it. */
  readonly homepage: string
}

/** Where one figure of an answer came from. Goes out as `meta.sources[]`. */
export interface SourceStamp {
  readonly id: string
  /** The public URL of what was asked, without keys. */
  readonly url: string
  /** ISO time of the data itself, or of the fetch where the source gives none. */
  readonly asOf: string
  readonly licence: string
  readonly attribution: string
  readonly cache: 'hit' | 'miss' | 'stale'
}

/** A value with its origin. */
export interface Sourced<T> {
  readonly value: T
  readonly source: SourceStamp
}
