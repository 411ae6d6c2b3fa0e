import type { CompanyChange, SandboxCompany } from './company.ts'

const dayMs = 86_400_000

/** One change with its day. */
export interface DatedChange extends CompanyChange {
  /** `YYYY-MM-DD`. */
  readonly on: string
}

export interface FormerName {
  readonly name: string
  /** Both days: from, and the first day of the next name. */
  readonly from: string
  readonly to: string
}

/** A company on one day. */
export interface CompanyState {
  readonly name: string
  readonly street: string
  readonly postalCode: string
  readonly city: string
  readonly status: NonNullable<CompanyChange['status']>
  /** Key of another company. */
  readonly mergedInto: string | null
  readonly vatRegistered: boolean
  readonly leiStatus: CompanyChange['leiStatus'] | null
  readonly capital: CompanyChange['capital'] | null
  readonly officers: number
  /** The newest first. */
  readonly accounts: readonly NonNullable<CompanyChange['accountsFor']>[]
  /** The oldest first. */
  readonly formerNames: readonly FormerName[]
  readonly founded: string
  /** The day on which it was dissolved or merged. */
  readonly ended: string | null
  /** The day of its last change. */
  readonly changed: string
}

/** The day of a time in milliseconds. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** The changes of a company in order. Days that count back do so from `today`. */
export function lifeOf(company: SandboxCompany, today: string): DatedChange[] {
  const dated = company.life.map((change) => ({
    ...change,
    on: typeof change.on === 'string' ? change.on : dayOf(Date.parse(today) + change.on * dayMs),
  }))
  return dated.sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
}

/** The state of a company on a day; null before its foundation. Days of its life that count back do so from `today`. */
export function companyAt(company: SandboxCompany, day: string, today = day): CompanyState | null {
  const past = lifeOf(company, today).filter(({ on }) => on <= day)
  const founded = past[0]?.on
  return founded === undefined ? null : past.reduce<CompanyState>(afterChange, { ...unborn, founded })
}

const unborn: CompanyState = {
  name: '',
  street: '',
  postalCode: '',
  city: '',
  status: 'active',
  mergedInto: null,
  vatRegistered: false,
  leiStatus: null,
  capital: null,
  officers: 0,
  accounts: [],
  formerNames: [],
  founded: '',
  ended: null,
  changed: '',
}

function afterChange(before: CompanyState, { on, accountsFor, ...change }: DatedChange): CompanyState {
  const renamed = change.name !== undefined && before.name !== ''
  const since = before.formerNames.at(-1)?.to ?? before.founded
  const ends = change.status === 'dissolved' || change.status === 'merged'
  return {
    ...before,
    ...change,
    accounts: accountsFor ? [accountsFor, ...before.accounts] : before.accounts,
    formerNames: renamed ? [...before.formerNames, { name: before.name, from: since, to: on }] : before.formerNames,
    ended: ends ? on : before.ended,
    changed: on,
  }
}
