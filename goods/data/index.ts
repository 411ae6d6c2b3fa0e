import { format, goods, setting } from '../../src/goods/door.ts'
import type { ReferenceRatesPort } from '../../src/goods/kit/ports.ts'
import { awattarAt, awattarDe } from './energy/awattar.ts'
import { elering } from './energy/elering.ts'
import { energyCharts } from './energy/energy-charts.ts'
import { energy } from './energy/energy.ts'
import { ecbData } from './fx/ecb-data.ts'
import { ecb } from './fx/ecb.ts'
import { frankfurter } from './fx/frankfurter.ts'
import { fx } from './fx/fx.ts'
import { referenceRates } from './fx/reference-rates.ts'
import { vatcomply } from './fx/vatcomply.ts'
import { eurostat } from './macro/eurostat.ts'
import { fred } from './macro/fred.ts'
import { macro } from './macro/macro.ts'
import { worldBank } from './macro/world-bank.ts'
import type { EuroMarket } from './sandbox/data-world.ts'
import { cisaKev, cisaKevGithub } from './security/cisa-kev.ts'
import { epss } from './security/epss.ts'
import { loadAhead } from './security/load-ahead.ts'
import { nvd } from './security/nvd.ts'
import { osv } from './security/osv.ts'
import { securityBatch } from './security/security-batch.ts'
import { security } from './security/security.ts'

/** Datasets of authorities: reference rates, electricity, economic indicators, vulnerabilities. */
export const data = goods({
  name: 'data',
  packages: ['fast-xml-parser'],
  settings: {
    nvdKey: setting('NVD_API_KEY', 'Key for the National Vulnerability Database: 50 requests in 30 seconds instead of 5.', {
      secret: true,
      parse: format.text,
    }),
    fredKey: setting(
      'FRED_API_KEY',
      'Key for the API of the Federal Reserve Bank of St. Louis, free of charge; without it FRED is read from the files behind its graphs.',
      { secret: true, parse: format.text },
    ),
  },
  sources: {
    ecb,
    cisaKev,
    cisaKevGithub,
    epss,
    nvd,
    osv,
    ecbData,
    frankfurter,
    vatcomply,
    eurostat,
    worldBank,
    fred,
    energyCharts,
    awattarDe,
    awattarAt,
    elering,
  },
  provides: ['reference-rates'],
  standIns: async (world) => (await import('./sandbox/stand-ins.ts')).standIns(world['market'] as EuroMarket),
  open({ sources, simulated }) {
    const parts = { sources, simulated }
    const single = security(parts)
    return {
      offers: [fx(parts), energy(parts), macro(parts), single, securityBatch(single, parts)],
      // The first caller would wait for a file of over a megabyte.
      jobs: [{ name: 'kev-ahead', everyMs: 600_000, firstMs: 0, for: 'each', run: (signal) => loadAhead(sources, signal) }],
      ports: { 'reference-rates': referenceRates(sources) satisfies ReferenceRatesPort },
    }
  },
})
