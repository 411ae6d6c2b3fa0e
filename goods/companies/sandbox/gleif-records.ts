import { companyAt, dayOf, lifeOf, type CompanyState } from './population/company-at.ts'
import type { SandboxCompany } from './population/company.ts'
import { sandboxCompanies, sandboxCompany } from './population/sandbox-companies.ts'

const base = 'https://api.gleif.org/api/v1/lei-records'
const dayMs = 86_400_000

/** Ids of register authorities, by country. */
const authorities: Readonly<Record<string, string>> = {
  CZ: 'RA000163',
  DE: 'RA000242',
  DK: 'RA000170',
  EE: 'RA000181',
  FI: 'RA000188',
  FR: 'RA000189',
  GB: 'RA000585',
  NL: 'RA000463',
  NO: 'RA000472',
  PL: 'RA000484',
  SE: 'RA000544',
}
/** Issuers of LEIs in these countries put the register number into another member of the record. */
const numberIn: Readonly<Record<string, 'validatedAs' | 'others'>> = { SK: 'validatedAs', LV: 'others' }

export function withLei(lei: string): SandboxCompany | undefined {
  return sandboxCompanies.find((one) => one.lei === lei)
}

/** Its parents that have an LEI are reported. */
function reported(key: string | undefined): SandboxCompany | null {
  const parent = key === undefined ? null : sandboxCompany(key)
  return parent?.lei ? parent : null
}

export function parentOf(company: SandboxCompany, level: string): SandboxCompany | null {
  return reported(level === 'direct-parent' ? company.directParent : company.ultimateParent)
}

export function childrenOf(company: SandboxCompany): SandboxCompany[] {
  return sandboxCompanies.filter(({ lei, directParent }) => lei !== null && directParent === company.key)
}

function addressOf({ street, postalCode, city }: CompanyState, country: string) {
  return {
    language: 'en',
    addressLines: [street],
    addressNumber: null,
    addressNumberWithinBuilding: null,
    mailRouting: null,
    city,
    region: null,
    country,
    postalCode,
  }
}

function entityOf(company: SandboxCompany, state: CompanyState) {
  const { country, registerNumber, localNumber } = company
  const authority = { id: authorities[country] ?? 'RA999999', other: null }
  const number = registerNumber ?? localNumber ?? null
  const successor = state.mergedInto === null ? null : sandboxCompany(state.mergedInto)
  const entity = {
    legalName: { name: state.name, language: 'en' },
    otherNames: state.formerNames.map(({ name }) => ({ name, language: 'en', type: 'PREVIOUS_LEGAL_NAME' })),
    transliteratedOtherNames: [],
    legalAddress: addressOf(state, country),
    headquartersAddress: addressOf(state, country),
    registeredAt: authority,
    registeredAs: numberIn[country] === undefined ? number : null,
    jurisdiction: country,
    category: 'GENERAL',
    legalForm: { id: company.elf ?? '8888', other: company.elf === undefined ? company.legalForm.name : null },
    associatedEntity: { lei: null, name: null },
    status: state.ended === null ? 'ACTIVE' : 'INACTIVE',
    expiration: {
      date: state.ended === null ? null : `${state.ended}T00:00:00Z`,
      reason: state.ended === null ? null : state.status === 'merged' ? 'CORPORATE_ACTION' : 'DISSOLVED',
    },
    successorEntity: { lei: successor?.lei ?? null, name: successor === null ? null : (companyAt(successor, state.changed)?.name ?? null) },
    successorEntities: [],
    creationDate: `${state.founded}T00:00:00Z`,
    subCategory: null,
    otherAddresses: [],
    eventGroups: [],
  }
  return { entity, authority, number }
}

/** One member of `data`; null before the company is founded. */
export function recordOf(company: SandboxCompany, now: number) {
  const state = companyAt(company, dayOf(now))
  const lei = company.lei
  if (!state || lei === null) return null
  const { entity, authority, number } = entityOf(company, state)
  const elsewhere = numberIn[company.country] === 'others'
  const related = (name: string) => ({ links: { related: `${base}/${lei}/${name}` } })
  const parent = (level: string) => ({
    links:
      parentOf(company, level) === null
        ? { 'reporting-exception': `${base}/${lei}/${level}-reporting-exception` }
        : { 'relationship-record': `${base}/${lei}/${level}-relationship`, 'lei-record': `${base}/${lei}/${level}` },
  })
  const children = { 'relationship-records': `${base}/${lei}/direct-child-relationships`, related: `${base}/${lei}/direct-children` }
  return {
    type: 'lei-records',
    id: lei,
    attributes: {
      lei,
      entity,
      registration: {
        initialRegistrationDate: `${state.founded < '2012-06-06' ? '2012-06-06' : state.founded}T12:00:00Z`,
        lastUpdateDate: `${state.changed}T12:00:00Z`,
        status: state.leiStatus,
        nextRenewalDate: `${dayOf(Date.parse(dayOf(now)) + (state.leiStatus === 'LAPSED' ? -60 : 180) * dayMs)}T00:00:00Z`,
        managingLou: '5493001KJTIIGC8Y1R12',
        corroborationLevel: 'FULLY_CORROBORATED',
        validatedAt: authority,
        validatedAs: elsewhere ? null : number,
        otherValidationAuthorities: elsewhere ? [{ validatedAt: authority, validatedAs: number }] : [],
      },
      bic: null,
      mic: null,
      ocid: null,
      qcc: null,
      gem: null,
      spglobal: null,
      conformityFlag: 'CONFORMING',
    },
    relationships: {
      'managing-lou': related('managing-lou'),
      'lei-issuer': related('lei-issuer'),
      'field-modifications': related('field-modifications'),
      'direct-parent': parent('direct-parent'),
      'ultimate-parent': parent('ultimate-parent'),
      ...(childrenOf(company).length === 0 ? {} : { 'direct-children': { links: children } }),
      isins: related('isins'),
    },
    links: { self: `${base}/${lei}` },
  }
}

const paths = {
  name: 'lei:Entity/lei:LegalName',
  street: 'lei:Entity/lei:LegalAddress/lei:FirstAddressLine',
  postalCode: 'lei:Entity/lei:LegalAddress/lei:PostalCode',
  city: 'lei:Entity/lei:LegalAddress/lei:City',
  leiStatus: 'lei:Registration/lei:RegistrationStatus',
} as const

/** Its modifications, the newest first, with the noise that each update brings. */
export function modificationsOf(company: SandboxCompany, now: number) {
  const today = dayOf(now)
  const life = lifeOf(company, today).filter(({ on }) => on <= today)
  const rows = life.slice(1).flatMap((change) => {
    const before = companyAt(company, dayOf(Date.parse(change.on) - dayMs), today)
    const after = companyAt(company, change.on, today)
    if (!before || !after) return []
    const row = (field: string, valueOld: string | null, valueNew: string | null) => ({
      type: 'field-modifications',
      id: `${company.key}-${change.on}-${field}`,
      attributes: {
        lei: company.lei,
        recordType: 'LEI',
        modificationType: 'UPDATE',
        field: `/lei:LEIData/lei:LEIRecords/lei:LEIRecord/${field}`,
        date: `${change.on}T16:00:00Z`,
        valueOld,
        valueNew,
        context: null,
      },
    })
    const members = Object.keys(paths) as (keyof typeof paths)[]
    const changed = members
      .filter((member) => before[member] !== after[member])
      .map((member) => row(paths[member], before[member] ?? null, after[member] ?? null))
    const ended = before.ended === null && after.ended !== null ? [row('lei:Entity/lei:EntityStatus', 'ACTIVE', 'INACTIVE')] : []
    const update = row('lei:Registration/lei:LastUpdateDate', `${before.changed}T12:00:00Z`, `${change.on}T12:00:00Z`)
    // A change of officers or capital is not in an LEI record.
    return changed.length + ended.length === 0 ? [] : [...changed, ...ended, update]
  })
  return rows.toReversed()
}
