import type { SubjectKind } from './listed-entry.ts'

/** Scores from here on are a match, and from here on something that a person should look at. */
export const matchScore = 0.9
export const reviewScore = 0.8

/** What is known besides a name, to tell namesakes apart. */
export interface ScreeningHints {
  readonly birthYear?: number
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
}

export type Agreement = 'agrees' | 'contradicts' | 'unknown'

/** An entry that may be who was asked for. */
export interface ScreeningMatch {
  /** Id of the list. */
  readonly list: string
  /** The publisher's number of the entry. */
  readonly entry: string
  readonly kind: SubjectKind
  readonly strength: 'match' | 'review'
  /** 0 to 1, hints considered. */
  readonly score: number
  /** The listed name or address that was found. */
  readonly matched: string
  /** The entry's primary name. */
  readonly name: string
  /** The list calls the name found a weak alias. */
  readonly weakAlias: boolean
  readonly birthYear: Agreement
  readonly country: Agreement
  readonly programmes: readonly string[]
  readonly births: readonly string[]
  readonly countries: readonly string[]
  /** As the list calls the currency of the address found. */
  readonly currency: string | null
  readonly listedOn: string | null
  readonly listVersion: string
}

/** How one of the required lists stands. */
export interface ListState {
  readonly id: string
  readonly name: string
  /** Null while it was never loaded. */
  readonly version: string | null
  readonly entries: number | null
  /** Milliseconds since the epoch, like the next one. */
  readonly publishedAt: number | null
  /** When it was last known to be what is published. */
  readonly checkedAt: number | null
  /** It was that within the last 48 hours. */
  readonly fresh: boolean
}

/**
 * `match`: listed. `review`: near to somebody listed. `clear`: not on any list, all of which were fresh. `inconclusive`:
 * nothing that is a match, and some list was not fresh, or the name is in letters that can't be held against Latin ones.
 */
export type Verdict = 'match' | 'review' | 'clear' | 'inconclusive'

export interface Screening {
  readonly kind: 'name' | 'address'
  readonly verdict: Verdict
  /** Why nothing can be said; null unless the verdict is `inconclusive`. */
  readonly inconclusiveBecause: 'list_not_fresh' | 'script_not_read' | null
  /** Of the best match; 0 without any. */
  readonly score: number
  /** The best first, one for each entry. */
  readonly matches: readonly ScreeningMatch[]
  readonly lists: readonly ListState[]
}
