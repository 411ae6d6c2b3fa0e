import type { ListState, Screening, ScreeningHints } from '../../sources/sanctions/screening.ts'
import type { SourceStamp } from '../../sources/policy/source.ts'

export type { Screening } from '../../sources/sanctions/screening.ts'

/** Searches the lists of sanctions for a name, numbers or addresses on blockchains. */
export type NameScreening = (
  subject: string,
  options?: { readonly hints?: ScreeningHints; readonly signal?: AbortSignal },
) => Promise<Screening>

/** The port `screening`: what the lists of sanctions say. */
export interface ScreeningPort {
  /** Rejects only when the signal aborts or the database cannot be read. */
  readonly screen: NameScreening
  /** The state of every list. */
  lists(): readonly ListState[]
  /** The origin of each list that is loaded. */
  stamps(): readonly SourceStamp[]
  /** `disabled`: some list is switched off, so nothing can be cleared. `down`: no list is fresh. */
  standing(): 'available' | 'down' | 'disabled'
  /** Ids of the sources of all lists. */
  readonly sources: readonly string[]
}
