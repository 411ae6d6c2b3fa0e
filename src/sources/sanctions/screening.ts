import type { SubjectKind } from './listed-entry.ts'

/** The score from which a name is a match, and the score from which a person should review it. */
export const matchScore = 0.9
export const reviewScore = 0.8
/** From this score an entry that is too little alike for a review is shown as a candidate. */
export const candidateScore = 0.65

/** Facts besides the name, to distinguish people of the same name. */
export interface ScreeningHints {
  readonly birthYear?: number
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
}

export type Agreement = 'agrees' | 'contradicts' | 'unknown'

/** An entry that may be the screened subject. */
export interface ScreeningMatch {
  /** Id of the list. */
  readonly list: string
  /** The publisher's number of the entry. */
  readonly entry: string
  readonly kind: SubjectKind
  /** A `candidate` is a near miss: it is shown, and changes no verdict. */
  readonly strength: 'match' | 'review' | 'candidate'
  /** 0 to 1, after the hints. */
  readonly score: number
  /** The listed name or address that was found. */
  readonly matched: string
  /** The entry's primary name. */
  readonly name: string
  /** The list calls the found name a weak alias. */
  readonly weakAlias: boolean
  /** Thousands of people have the found name, so another fact must agree before it is a match. */
  readonly commonName: boolean
  readonly birthYear: Agreement
  readonly country: Agreement
  readonly programmes: readonly string[]
  readonly births: readonly string[]
  readonly countries: readonly string[]
  /** The list's name for the currency of the found address. */
  readonly currency: string | null
  readonly listedOn: string | null
  /** The UN's number of the same designation, where the list names it. */
  readonly unReference: string | null
  readonly listVersion: string
}

/** The state of one of the required lists. */
export interface ListState {
  readonly id: string
  readonly name: string
  /** `other_lists`: its publisher's file is not used, or is old, and its designations are read on the lists of others. */
  readonly readFrom: 'publisher' | 'other_lists'
  /** Ids of the lists on which its designations are read; empty for a list that is read from its publisher. */
  readonly throughLists: readonly string[]
  /** How much of it is known, 0 to 1; null before its first load, and where that can't be told. */
  readonly coveredShare: number | null
  /** Null before its first load, and for a list that is read on others. */
  readonly version: string | null
  /** Of a list that is read on others: its designations that these name by its own numbers. */
  readonly entries: number | null
  /** Milliseconds since the epoch, like the next one. */
  readonly publishedAt: number | null
  /** When it was last known to equal the published list. */
  readonly checkedAt: number | null
  /** Whether it was checked within the last 48 hours; so were all lists on which it is read. */
  readonly fresh: boolean
}

/**
 * `match`: listed. `review`: similar to a listed name. `clear`: on no list, and all lists were fresh. `inconclusive`: no match,
 * but some list was not fresh, or the name's script cannot be compared with Latin.
 */
export type Verdict = 'match' | 'review' | 'clear' | 'inconclusive'

export interface Screening {
  readonly kind: 'name' | 'address'
  readonly verdict: Verdict
  /** The reason; null unless the verdict is `inconclusive`. */
  readonly inconclusiveBecause: 'list_not_fresh' | 'script_not_read' | null
  /** Of the best match; 0 without any. */
  readonly score: number
  /** One per entry, the best first. */
  readonly matches: readonly ScreeningMatch[]
  /** Near misses, the best first. */
  readonly candidates: readonly ScreeningMatch[]
  readonly lists: readonly ListState[]
}
