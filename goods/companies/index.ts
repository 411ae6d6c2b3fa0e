import { format, goods, setting } from '../../src/goods/door.ts'
import type { ScreeningPort } from '../../src/goods/kit/ports.ts'
import { companyProfile } from './offers/profile.ts'
import { companySearch } from './offers/search.ts'
import { companySignals } from './offers/signals.ts'
import { companyVerify } from './offers/verify.ts'
import { gleif } from './sources/gleif.ts'
import { ares } from './sources/registers/czechia-ares.ts'
import { ariregister } from './sources/registers/estonia-ariregister.ts'
import { prh } from './sources/registers/finland-prh.ts'
import { bodacc } from './sources/registers/france-bodacc.ts'
import { rechercheEntreprises } from './sources/registers/france-recherche.ts'
import { latviaUr } from './sources/registers/latvia-ur.ts'
import { brreg } from './sources/registers/norway-brreg.ts'
import { krs } from './sources/registers/poland-krs.ts'
import { plWhiteList } from './sources/registers/poland-white-list.ts'
import { createRegisters, withoutFeed } from './sources/registers/registers.ts'
import { rpo } from './sources/registers/slovakia-rpo.ts'
import { companiesHouse } from './sources/registers/united-kingdom-companies-house.ts'
import { createCompanySnapshots } from './sources/snapshots/company-snapshots.ts'
import { createSnapshotRefresh } from './sources/snapshots/refresh-snapshots.ts'
import { vies } from './sources/vies.ts'

/** Companies: search, profile, changes and one verdict, from national registers, GLEIF and VIES. */
export const companies = goods({
  name: 'companies',
  packages: ['jsvat'],
  settings: {
    viesRequester: setting(
      'VIES_REQUESTER_VAT',
      'Your own VAT number, such as `CZ45274649`. VIES then gives a consultation number with each check, which proves it.',
      { parse: format.vatNumber },
    ),
    companiesHouseKey: setting(
      'COMPANIES_HOUSE_KEY',
      'Key for the API of Companies House, free of charge; without it companies of the United Kingdom are not looked up in their register.',
      { secret: true, parse: format.text },
    ),
  },
  sources: { brreg, prh, ares, rechercheEntreprises, bodacc, krs, plWhiteList, rpo, ariregister, latviaUr, companiesHouse, gleif, vies },
  uses: ['screening'],
  standIns: async () => (await import('./sandbox/stand-ins.ts')).standIns,
  open({ sources, stores: { common: store }, ports, clock, timers, simulated }) {
    const registers = createRegisters(sources)
    const asked = {
      registers,
      gleif: sources.gleif,
      vies: sources.vies,
      companySnapshots: createCompanySnapshots({ store, clock, simulated }),
      screening: (ports['screening'] as ScreeningPort | undefined) ?? null,
      simulated,
    }
    const refresh = createSnapshotRefresh({ registers: withoutFeed(registers), store, clock, timers, simulated })
    return {
      offers: [companySearch(asked), companyProfile(asked), companySignals(asked), companyVerify(asked)],
      jobs: [{ name: 'snapshots', everyMs: 600_000, for: 'all', run: refresh }],
    }
  },
})
