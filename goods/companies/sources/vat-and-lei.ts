import type { Source } from '../../../src/goods/kit/http.ts'
import type { CompanyChanges } from './company-event.ts'
import type { CompanyCandidate } from './company-register.ts'
import type { RegisterFinding } from './finding.ts'
import type { CompanyAddress, CompanyName, Day } from './register-record.ts'

/** What VIES says about a VAT number. A number that it calls invalid is an answer (`registered: false`), not "not found". */
export interface VatRegistration {
  readonly registered: boolean
  /** For people to read: the legal name, with the title in brackets where there is one; null where the member state gives none. */
  readonly name: string | null
  readonly legalName: string | null
  /** The title under which the company trades; only Greece gives it. */
  readonly tradeName: string | null
  /** Its lines, joined by commas. */
  readonly address: string | null
  /** Proof of the consultation, when the operator asked under its own VAT number. */
  readonly consultationNumber: string | null
  /** Time at which VIES answered, ISO. */
  readonly checkedAt: string
}

/** What a VAT number is checked against. */
export interface VatRegistry {
  readonly source: Source
  /**
   * `country` is the prefix that VIES uses: `EL`, `XI`.
   * @throws Problem `invalid_input` if VIES refuses the form of the number; UpstreamError when the signal aborts.
   */
  check(country: string, number: string, signal: AbortSignal): Promise<RegisterFinding<VatRegistration>>
}

/** `ISSUED`, `LAPSED`, `RETIRED`, `MERGED`, `ANNULLED`, `DUPLICATE`, `CANCELLED`, `TRANSFERRED`, and what GLEIF adds later. */
export type LeiRegistrationStatus = string

export interface LeiRecord {
  readonly lei: string
  readonly legalName: string
  readonly otherNames: readonly CompanyName[]
  readonly legalAddress: CompanyAddress
  readonly headquarters: CompanyAddress
  /** ISO 3166-1 alpha-2, or with a subdivision (`US-DE`). */
  readonly jurisdiction: string | null
  readonly registerAuthority: string | null
  readonly registerNumber: string | null
  /** ELF code. */
  readonly legalForm: string | null
  readonly entityStatus: 'ACTIVE' | 'INACTIVE' | 'NULL'
  readonly registrationStatus: LeiRegistrationStatus
  readonly created: Day | null
  readonly nextRenewal: Day | null
  readonly lastUpdate: string | null
  readonly successor: { readonly lei: string | null; readonly name: string | null } | null
}

/** A parent: the company, or the reason for which none is reported. */
export type LeiParent = { readonly lei: string; readonly name: string } | { readonly exception: string }

export interface LeiFamily {
  /** Null: nothing is reported. */
  readonly directParent: LeiParent | null
  readonly ultimateParent: LeiParent | null
  readonly children: readonly { readonly lei: string; readonly name: string }[]
  /** There are more children than are shown. */
  readonly moreChildren: boolean
}

/** The global index of legal entities. */
export interface LeiRegistry {
  readonly source: Source
  byLei(lei: string, signal: AbortSignal): Promise<RegisterFinding<LeiRecord>>
  byRegisterNumber(country: string, registerNumber: string, signal: AbortSignal): Promise<RegisterFinding<LeiRecord>>
  family(lei: string, signal: AbortSignal): Promise<RegisterFinding<LeiFamily>>
  search(name: string, country: string | null, limit: number, signal: AbortSignal): Promise<RegisterFinding<readonly CompanyCandidate[]>>
  changes(lei: string, since: Day, signal: AbortSignal): Promise<RegisterFinding<CompanyChanges>>
}
