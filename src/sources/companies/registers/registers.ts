import type { Adapters } from '../../source-catalog.ts'
import { joinPoland } from './poland.ts'
import type { CompanyRegister } from '../company-register.ts'

type RegisterAdapters = Pick<
  Adapters,
  | 'brreg'
  | 'prh'
  | 'ares'
  | 'rechercheEntreprises'
  | 'bodacc'
  | 'krs'
  | 'plWhiteList'
  | 'rpo'
  | 'ariregister'
  | 'latviaUr'
  | 'companiesHouse'
>

/** The national registers, by country. */
export interface CompanyRegisters {
  /** Countries with a register, ISO 3166-1 alpha-2. */
  readonly countries: readonly string[]
  /** Null where no register is supported. `country` is ISO 3166-1 alpha-2. */
  of(country: string): CompanyRegister | null
}

/** Joins registers with the sources that tell what they don't: notices of France, and VAT payers of Poland. */
export function createRegisters(adapters: RegisterAdapters): CompanyRegisters {
  const { brreg, prh, ares, rechercheEntreprises, bodacc, krs, plWhiteList, rpo, ariregister, latviaUr, companiesHouse } = adapters
  const all: readonly CompanyRegister[] = [
    brreg,
    prh,
    ares,
    { ...rechercheEntreprises, changes: bodacc.changes },
    joinPoland(krs, plWhiteList),
    rpo,
    ariregister,
    latviaUr,
    companiesHouse,
  ]
  const byCountry = new Map(all.map((one) => [one.country, one]))
  return { countries: [...byCountry.keys()], of: (country) => byCountry.get(country) ?? null }
}
