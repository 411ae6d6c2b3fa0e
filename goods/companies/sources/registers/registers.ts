import { joinPoland } from './poland.ts'
import type { CompanyRegister } from '../company-register.ts'

interface RegisterAdapters {
  readonly brreg: CompanyRegister
  readonly prh: CompanyRegister
  readonly ares: CompanyRegister
  readonly rechercheEntreprises: CompanyRegister
  readonly bodacc: Pick<Required<CompanyRegister>, 'changes'>
  readonly krs: CompanyRegister
  readonly plWhiteList: Pick<Required<CompanyRegister>, 'byVat'>
  readonly rpo: CompanyRegister
  readonly ariregister: CompanyRegister
  readonly latviaUr: CompanyRegister
  readonly companiesHouse: CompanyRegister
}

/** The national registers, by country. */
export interface CompanyRegisters {
  /** Countries with a register, ISO 3166-1 alpha-2. */
  readonly countries: readonly string[]
  /** Null where no register is supported. `country` is ISO 3166-1 alpha-2. */
  of(country: string): CompanyRegister | null
}

/** The registers that publish no changes. */
export function withoutFeed({ countries, of }: CompanyRegisters): CompanyRegister[] {
  return countries.flatMap((country) => of(country) ?? []).filter(({ changes }) => changes === undefined)
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
