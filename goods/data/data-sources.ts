import type { Awattar } from './energy/awattar.ts'
import type { Elering } from './energy/elering.ts'
import type { EnergyCharts } from './energy/energy-charts.ts'
import type { EcbData } from './fx/ecb-data.ts'
import type { Ecb } from './fx/ecb.ts'
import type { Frankfurter } from './fx/frankfurter.ts'
import type { Vatcomply } from './fx/vatcomply.ts'
import type { Eurostat } from './macro/eurostat.ts'
import type { Fred } from './macro/fred.ts'
import type { WorldBank } from './macro/world-bank.ts'
import type { CisaKev } from './security/cisa-kev.ts'
import type { Epss } from './security/epss.ts'
import type { Nvd } from './security/nvd.ts'
import type { Osv } from './security/osv.ts'

/** What the sources of this line have made. */
export interface DataSources {
  readonly ecb: Ecb
  readonly ecbData: EcbData
  readonly frankfurter: Frankfurter
  readonly vatcomply: Vatcomply
  readonly eurostat: Eurostat
  readonly worldBank: WorldBank
  readonly fred: Fred
  readonly energyCharts: EnergyCharts
  readonly awattarDe: Awattar
  readonly awattarAt: Awattar
  readonly elering: Elering
  readonly cisaKev: CisaKev
  readonly cisaKevGithub: CisaKev
  readonly epss: Epss
  readonly nvd: Nvd
  readonly osv: Osv
}

/** What the offers of this line close over. */
export interface DataParts {
  readonly sources: DataSources
  /** The sources are the sandbox's. */
  readonly simulated: boolean
}
