import type { ListedEntry } from '../listed-entry.ts'

/** The date and version of a list, from the list itself. */
export interface ListHead {
  /** How the publisher names this state of the list: a date or a time. */
  readonly version: string
  /** Milliseconds since the epoch. */
  readonly publishedAt: number
}

/** Yields the entries of a document one by one, null for a step without an entry, and returns the list's head at the end. */
export type ParseList = (chunks: readonly Uint8Array[]) => Generator<ListedEntry | null, ListHead>
