import { companyAt, dayOf, lifeOf, type CompanyState, type DatedChange } from '../population/company-at.ts'
import type { SandboxCompany } from '../population/company.ts'
import { sandboxCompanies } from '../population/sandbox-companies.ts'

/** A company of the sandbox that a register knows, as it is now. */
export interface Registered extends CompanyState {
  readonly number: string
  readonly company: SandboxCompany
}

/** The companies that the register of a country knows at a time in milliseconds. */
export function registeredIn(country: string, now: number): Registered[] {
  return sandboxCompanies.flatMap((company) => {
    const state = company.country === country ? companyAt(company, dayOf(now)) : null
    return state && company.registerNumber !== null ? [{ ...state, number: company.registerNumber, company }] : []
  })
}

export function byNumber(country: string, number: string, now: number): Registered | undefined {
  return registeredIn(country, now).find((one) => one.number === number)
}

/** Those whose names contain every word of a text. */
export function byName(country: string, text: string, now: number): Registered[] {
  const words = plain(text).split(' ')
  return registeredIn(country, now).filter(({ name }) => words.every((word) => plain(name).includes(word)))
}

/** Letters without their marks, and nothing but letters and digits. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** A change that a register publishes, with the company before it. */
export interface PublishedChange extends DatedChange {
  readonly before: CompanyState | null
  /** Its place in the life of the company. */
  readonly index: number
}

/** The changes of a company from a day on, its foundation too, the oldest first. */
export function publishedSince({ company }: Registered, since: string, now: number): PublishedChange[] {
  const today = dayOf(now)
  return lifeOf(company, today)
    .map((change, index) => ({ ...change, index, before: companyAt(company, dayBefore(change.on), today) }))
    .filter(({ on }) => on >= since && on <= today)
}

function dayBefore(day: string): string {
  return dayOf(Date.parse(day) - 86_400_000)
}

/** A number that identifies the company among all, for ids that upstreams give. */
export function serialOf({ company }: Registered): number {
  return 1 + sandboxCompanies.indexOf(company)
}

/** `2026-10-05` as `05.10.2026`. */
export function polishDay(day: string): string {
  return day.split('-').toReversed().join('.')
}
