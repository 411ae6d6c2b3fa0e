/** One state of a company of the sandbox, from a day on. Each field that is left out stays as it was. */
export interface CompanyChange {
  /** `YYYY-MM-DD`, or days before the sandbox's today as a negative number, so that some change happened lately. */
  readonly on: string | number
  readonly name?: string
  readonly street?: string
  readonly postalCode?: string
  readonly city?: string
  readonly status?: 'active' | 'in_liquidation' | 'insolvent' | 'merged' | 'dissolved'
  readonly mergedInto?: string
  readonly vatRegistered?: boolean
  readonly leiStatus?: 'ISSUED' | 'LAPSED' | 'RETIRED'
  readonly capital?: { readonly amount: string; readonly currency: string }
  readonly officers?: number
  readonly accountsFor?: { readonly year: number; readonly turnover: string; readonly netResult: string }
}

/** A company of the sandbox: its numbers, and its life. The stand-ins of VIES, GLEIF and the registers all answer from it. */
export interface SandboxCompany {
  /** Short and stable, for tests: `cez`. */
  readonly key: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** In the register's own form; null if the country has no register with an open API. */
  readonly registerNumber: string | null
  /** Its number in a register without an open API, as GLEIF prints it. */
  readonly localNumber?: string
  /** Prefix and number as VIES takes them (`EL...`); null where it has none. */
  readonly vatId: string | null
  readonly lei: string | null
  /** The register's own code and name of its legal form. */
  readonly legalForm: { readonly code: string; readonly name: string }
  /** ELF code. */
  readonly elf?: string
  readonly activity: { readonly code: string; readonly text: string }
  /** Keys of other companies. */
  readonly directParent?: string
  readonly ultimateParent?: string
  /** The first change is its foundation, and gives every field that it has. */
  readonly life: readonly [CompanyChange, ...CompanyChange[]]
  /** It opposes that its data be shown (France: `statut_diffusion` P). */
  readonly withheld?: boolean
}
