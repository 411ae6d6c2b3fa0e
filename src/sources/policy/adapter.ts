import type { Source } from './create-source.ts'

/** What every adapter has. Its other members are what offers answer from: feeds, or parts that may be off while the source is on. */
export interface Adapter {
  readonly source: Source
}

/** A feed of an adapter, or another part of it. */
export interface AdapterPart {
  /** Where the part has its own switch, as pools have that are indexed. */
  readonly source?: Source
  /** The setting that switches the part on. */
  readonly setting?: string
  hasCached?(): boolean
}
