import type { ListedEntry } from '../listed-entry.ts'

/** The date and version of a list, from the list itself. */
export interface ListHead {
  /** How the publisher names this state of the list: a date or a time. */
  readonly version: string
  /** Milliseconds since the epoch. */
  readonly publishedAt: number
}

/** What a whole document is known to be when its last row was read. */
export interface ListSummary extends ListHead {
  /** Rows or elements that could not be read, and are missing: see `row-tally.ts`. */
  readonly rejectedRows: number
}

/** Yields the entries of a document one by one, null for a step without an entry, and returns the list's summary at the end. */
export type ParseList = (chunks: readonly Uint8Array[]) => Generator<ListedEntry | null, ListSummary>
