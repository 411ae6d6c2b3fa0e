import type { IdentifierKind } from './identifiers/identifier-kinds.ts'
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

/** What a part of a query is compared with: names, addresses on blockchains, or numbers of a kind. */
export type ComparedAs = 'name' | 'address' | IdentifierKind

/** A part of a query that was compared with the lists. */
export interface Compared {
  readonly as: ComparedAs
  readonly text: string
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
  /** The listed name, address or number that was found. */
  readonly matched: string
  readonly matchedAs: ComparedAs
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
 * `match`: listed. `review`: similar to a listed name. `clear`: what was compared is on no list, and all lists were fresh.
 * `inconclusive`: no match, but some list was not fresh, or a part of the query could not be compared.
 */
export type ScreeningVerdict = 'match' | 'review' | 'clear' | 'inconclusive'

/**
 * `number_not_listed`: lists give the numbers of only some entries, so that a number on none says nothing. `address_not_read`: it has a
 * fault, or is on a chain of which lists give no addresses. `nothing_compared`: a title or a legal form alone, for instance.
 */
export const inconclusiveReasons = [
  'list_not_fresh',
  'script_not_read',
  'number_not_listed',
  'numbers_not_read',
  'address_not_read',
  'nothing_compared',
] as const

export type InconclusiveReason = (typeof inconclusiveReasons)[number]

export interface Screening {
  /** What the query was read as; `name` where it has a name beside numbers. */
  readonly kind: 'name' | 'address' | 'number'
  /** The parts of the query that were compared; empty where nothing was. */
  readonly compared: readonly Compared[]
  readonly verdict: ScreeningVerdict
  /** The reason; null unless the verdict is `inconclusive`. */
  readonly inconclusiveBecause: InconclusiveReason | null
  /** Of the best match; 0 without any. */
  readonly score: number
  /** One per entry, the best first. */
  readonly matches: readonly ScreeningMatch[]
  /** Near misses, the best first. */
  readonly candidates: readonly ScreeningMatch[]
  readonly lists: readonly ListState[]
}
