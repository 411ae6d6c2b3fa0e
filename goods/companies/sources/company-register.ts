import type { Source } from '../../../src/goods/kit/http.ts'
import type { CompanyChanges } from './company-event.ts'
import type { RegisterFinding } from './finding.ts'
import type { CompanyStatus, Day, RegisterRecord } from './register-record.ts'

/** A company that a search found. */
export interface CompanyCandidate {
  readonly country: string
  readonly registerNumber: string | null
  readonly lei: string | null
  readonly vatId: string | null
  readonly name: string
  readonly status: CompanyStatus
  /** On one line. */
  readonly address: string | null
}

/** The national register of one country, in the same form for every country. Nothing here throws but an aborted signal. */
export interface CompanyRegister {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly source: Source
  /** The register number in its canonical form, or null if it can't be one (form and checksum). */
  normalise(registerNumber: string): string | null
  /**
   * The register number that a VAT number contains (without its country prefix), in canonical form. Null where the number does not
   * contain it.
   */
  fromVat(vatNumber: string): string | null
  byNumber(registerNumber: string, signal: AbortSignal): Promise<RegisterFinding<RegisterRecord>>
  /** For registers that are searched by the VAT number itself, such as Poland's White List. */
  byVat?(vatNumber: string, signal: AbortSignal): Promise<RegisterFinding<RegisterRecord>>
  /** For registers that can be searched by name. The best first, in the register's own order. */
  search?(name: string, limit: number, signal: AbortSignal): Promise<RegisterFinding<readonly CompanyCandidate[]>>
  /** For registers that publish changes. `since` is included. */
  changes?(registerNumber: string, since: Day, signal: AbortSignal): Promise<RegisterFinding<CompanyChanges>>
}
