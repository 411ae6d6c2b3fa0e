import type { ListedEntry } from '../listed-entry.ts'

/** What a list says of itself. */
export interface ListHead {
  /** How the publisher names this state of the list: a date or a time. */
  readonly version: string
  /** Milliseconds since the epoch. */
  readonly publishedAt: number
}

/** Gives the entries of a document one by one, null where a step brought none, and in the end what the list says of itself. */
export type ParseList = (chunks: readonly Uint8Array[]) => Generator<ListedEntry | null, ListHead>
