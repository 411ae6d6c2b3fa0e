import type { StandIn } from '../../../src/goods/kit/stand-ins.ts'
import { gleif } from './gleif.ts'
import { ares } from './registers/ares.ts'
import { ariregister } from './registers/ariregister.ts'
import { bodacc } from './registers/bodacc.ts'
import { brreg } from './registers/brreg.ts'
import { companiesHouse } from './registers/companies-house.ts'
import { krs } from './registers/krs.ts'
import { latviaUr } from './registers/latvia-ur.ts'
import { plWhiteList } from './registers/pl-white-list.ts'
import { prh } from './registers/prh.ts'
import { rechercheEntreprises } from './registers/recherche-entreprises.ts'
import { rpo } from './registers/rpo.ts'
import { vies } from './vies.ts'

/** The stand-in of each source of this line. */
export const standIns: Readonly<Record<string, StandIn>> = {
  ares,
  ariregister,
  bodacc,
  brreg,
  'companies-house': companiesHouse,
  krs,
  'latvia-ur': latviaUr,
  'pl-white-list': plWhiteList,
  prh,
  'recherche-entreprises': rechercheEntreprises,
  rpo,
  vies,
  gleif,
}
