import type { Day } from './register-record.ts'

export type CompanyEventType = 'name' | 'address' | 'status' | 'officers' | 'accounts' | 'insolvency' | 'capital' | 'vat' | 'lei' | 'other'

/** One change in the life of a company. Officers appear as counts only, never by name. */
export interface CompanyEvent {
  /** Stable: the same change has the same id in every answer and in every process. */
  readonly id: string
  readonly type: CompanyEventType
  /** When it takes effect; null where the source does not say. */
  readonly date: Day | null
  /** When the source published it. For `snapshot_diff`, the day on which it was first seen. */
  readonly published: Day
  readonly summary: string
  readonly old: string | null
  readonly new: string | null
  /** Id of the source. */
  readonly source: string
  /** `feed`: the source publishes changes. `snapshot_diff`: two records of it differ. */
  readonly method: 'feed' | 'snapshot_diff'
  /** A page or record that shows it. */
  readonly url: string | null
}

/** The changes that one source published of one company since a day. */
export interface CompanyChanges {
  /** The oldest first. */
  readonly events: readonly CompanyEvent[]
  /** Null: everything since the asked day. Otherwise the first day from which nothing is missing, and the reason. */
  readonly truncated: { readonly from: Day; readonly reason: string } | null
}
