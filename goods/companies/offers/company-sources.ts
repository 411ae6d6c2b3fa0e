import type { ScreeningPort } from '../../../src/goods/kit/ports.ts'
import type { Gleif } from '../sources/gleif.ts'
import type { CompanyRegisters } from '../sources/registers/registers.ts'
import type { CompanySnapshots } from '../sources/snapshots/company-snapshots.ts'
import type { Vies } from '../sources/vies.ts'

/** What the offers of companies ask. */
export interface CompanySources {
  /** National registers, by country. */
  readonly registers: CompanyRegisters
  readonly gleif: Gleif
  readonly vies: Vies
  /** Changes of companies whose registers publish none. */
  readonly companySnapshots: CompanySnapshots
  /** Null where nobody screens: then no name is cleared. */
  readonly screening: Pick<ScreeningPort, 'screen' | 'sources'> | null
  readonly simulated: boolean
}
