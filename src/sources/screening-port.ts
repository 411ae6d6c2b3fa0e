import type { SourceStamp } from './policy/source.ts'

/** A list that was searched. */
export interface SearchedList {
  readonly id: string
  /** `other_lists`: its designations are read on the lists of others. */
  readonly readFrom: 'publisher' | 'other_lists'
  /** Milliseconds since the epoch when it was last known to equal the published list; null before its first load. */
  readonly checkedAt: number | null
  readonly fresh: boolean
}

/** An entry of a list that may be the subject. */
export interface ListedSubject {
  /** Id of the list. */
  readonly list: string
  /** The publisher's number of the entry. */
  readonly entry: string
  /** A `candidate` is a near miss, and changes no verdict. */
  readonly strength: 'match' | 'review' | 'candidate'
  /** The entry's primary name. */
  readonly name: string
  /** The day on which it was listed (YYYY-MM-DD), where the list says so. */
  readonly listedOn: string | null
  readonly listVersion: string
}

/** What the lists of sanctions say of a subject. */
export interface Screening {
  /** `clear` only where every list was searched and fresh. */
  readonly verdict: 'match' | 'review' | 'clear' | 'inconclusive'
  readonly matches: readonly ListedSubject[]
  readonly lists: readonly SearchedList[]
}

/** The port `screening`: who searches the lists of sanctions. */
export interface ScreeningPort {
  /**
   * Looks for a name, numbers or addresses on blockchains. Rejects only when the signal aborts or the database cannot be read.
   * @param options `hints` tell namesakes apart: a birth year, a country by its ISO 3166-1 code
   */
  screen(
    subject: string,
    options?: { readonly hints?: { readonly birthYear?: number; readonly country?: string }; readonly signal?: AbortSignal },
  ): Promise<Screening>
  lists(): readonly SearchedList[]
  /** The origin of each list that is loaded. */
  stamps(): readonly SourceStamp[]
  /** `disabled`: some list is switched off, so nothing can be cleared. `down`: no list is fresh. */
  standing(): 'available' | 'down' | 'disabled'
  /** Ids of the sources of all lists. */
  readonly sources: readonly string[]
}

/** Where no line screens: nothing is ever cleared. */
export const nobodyScreens: ScreeningPort = {
  screen: async () => ({ verdict: 'inconclusive', matches: [], lists: [] }),
  lists: () => [],
  stamps: () => [],
  standing: () => 'disabled',
  sources: [],
}
