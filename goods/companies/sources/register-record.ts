/** A day, `YYYY-MM-DD`. */
export type Day = string

/** What a register says about a company's life. `inactive`: it exists, but does not trade. */
export type CompanyStatus = 'active' | 'inactive' | 'in_liquidation' | 'insolvent' | 'merged' | 'dissolved' | 'unknown'

export interface CompanyAddress {
  /** Everything that the source printed, on one line with commas. */
  readonly text: string
  readonly street: string | null
  readonly postalCode: string | null
  readonly city: string | null
  readonly region: string | null
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
}

export interface CompanyName {
  readonly name: string
  readonly kind: 'former' | 'trading' | 'translation' | 'transliteration' | 'other'
  readonly from: Day | null
  readonly to: Day | null
}

export interface CompanyActivity {
  readonly code: string
  /** The classification, such as `NACE Rev. 2` or `NAF Rév. 2`. */
  readonly scheme: string
  readonly text: string | null
}

/** One set of annual accounts, where the register opens them. Amounts are decimal strings in the currency's units. */
export interface CompanyAccounts {
  readonly year: number
  readonly periodEnd: Day | null
  readonly currency: string | null
  readonly turnover: string | null
  readonly netResult: string | null
}

/** One company in one register, in the same form for every country. It never holds personal data of officers or owners. */
export interface RegisterRecord {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** In the register's own form: `0112038-9`. */
  readonly registerNumber: string
  /** Null where the register does not say. */
  readonly vatId: string | null
  /** Whether the register lists the company as registered for VAT; null where it does not say. */
  readonly vatRegistered: boolean | null
  readonly legalName: string | null
  readonly otherNames: readonly CompanyName[]
  readonly legalForm: { readonly code: string | null; readonly name: string | null }
  readonly status: CompanyStatus
  /** The register's own word or code for it. */
  readonly statusText: string | null
  readonly address: CompanyAddress | null
  readonly postalAddress: CompanyAddress | null
  readonly incorporated: Day | null
  readonly dissolved: Day | null
  readonly capital: { readonly amount: string; readonly currency: string } | null
  readonly activities: readonly CompanyActivity[]
  readonly accounts: readonly CompanyAccounts[]
  /** Names of fields that the register withholds, such as French companies that oppose the diffusion of their data. */
  readonly withheld: readonly string[]
  /** When the register last changed the record. */
  readonly lastModified: string | null
}
