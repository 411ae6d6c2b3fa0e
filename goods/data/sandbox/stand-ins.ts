import type { StandIn } from '../../../src/goods/kit/stand-ins.ts'
import { awattarAt, awattarDe } from './awattar.ts'
import { cisaKev } from './cisa-kev.ts'
import type { EuroMarket } from './data-world.ts'
import { ecbData } from './ecb-data.ts'
import { ecb } from './ecb.ts'
import { elering } from './elering.ts'
import { energyCharts } from './energy-charts.ts'
import { epss } from './epss.ts'
import { eurostat } from './eurostat.ts'
import { frankfurter } from './frankfurter.ts'
import { fred } from './fred.ts'
import { nvd } from './nvd.ts'
import { osv } from './osv.ts'
import { ratesOfMarket } from './reference-rates.ts'
import { vatcomply } from './vatcomply.ts'
import { worldBank } from './world-bank.ts'

/** The stand-ins of this line's sources, by source id. */
export function standIns(market: EuroMarket): Readonly<Record<string, StandIn>> {
  const ratesOn = ratesOfMarket(market)
  return {
    ecb: ecb(ratesOn),
    'cisa-kev': cisaKev,
    'cisa-kev-github': cisaKev,
    epss,
    nvd,
    osv,
    'ecb-data': ecbData(ratesOn),
    frankfurter: frankfurter(ratesOn),
    vatcomply: vatcomply(ratesOn),
    eurostat,
    'world-bank': worldBank,
    fred,
    'energy-charts': energyCharts,
    'awattar-de': awattarDe,
    'awattar-at': awattarAt,
    elering,
  }
}
