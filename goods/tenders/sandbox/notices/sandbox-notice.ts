/** A notice of the sandbox's TED. */
export interface SandboxNotice {
  /** Publication number, `84021-2026`. */
  readonly number: string
  /** Its publication date. */
  readonly day: string
  /** When the search shows it: in the morning of that day, or up to 20 days later. Milliseconds. */
  readonly visibleAt: number
  readonly noticeId: string
  readonly procedureId: string
  /** ISO 3166-1 alpha-3. */
  readonly country: string
  readonly currency: string
  readonly language: string
  readonly buyers: readonly string[]
  readonly title: string
  /** Where the buyer wrote it in English too. */
  readonly titleInEnglish: string | null
  readonly cpv: readonly string[]
  readonly formType: string
  readonly noticeType: string
  readonly procedure: string
  readonly lots: number
  /** For each lot the days from publication until its deadline; empty without deadlines. */
  readonly deadlineDays: readonly number[]
  /** For each lot, in cents; empty without values. */
  readonly cents: readonly number[]
  /** The notice that it changes, as TED names it. */
  readonly changes: { readonly number: string; readonly reference: string } | null
  /** A number for details of its form, such as offsets and numbers in texts. */
  readonly form: number
  /** Its row has no usable date. */
  readonly unreadable: boolean
}
