import type { TenderValue } from './ted-value.ts'

/** A notice of public procurement, as this service keeps it. Null is what the notice does not say. */
export interface TenderNotice {
  /** The publication number, `300132-2026`: each change of a notice has its own. */
  readonly id: string
  /** The day of publication. */
  readonly day: string
  /** The same for all versions of a notice. */
  readonly noticeId: string | null
  /** The same for all notices of one procedure. */
  readonly procedureId: string | null
  readonly title: string | null
  /** ISO 639-2/T, such as `eng`. */
  readonly titleLanguage: string | null
  readonly buyer: { readonly name: string | null; readonly country: string | null }
  /** Eight digits each. */
  readonly cpv: readonly string[]
  /** eForms' codes, such as `cn-standard`, `competition` and `open`. */
  readonly noticeType: string | null
  readonly formType: string | null
  readonly procedure: string | null
  /** The notice, or the version of it, that this one changes. */
  readonly changedNotice: string | null
  /** eForms' codes of why it changes that, such as `cor-buy` or `cancel-intent`. */
  readonly changeReasons: readonly string[]
  /** How its lots ended, by eForms' codes, each once; null where it says nothing of that. */
  readonly award: { readonly statuses: readonly string[]; readonly notAwardedReasons: readonly string[] } | null
  /** Of all its lots, the earliest first. */
  readonly deadlines: readonly string[]
  readonly value: TenderValue | null
  readonly lotCount: number | null
  readonly url: string
  readonly xmlUrl: string
}
