import { stateInName } from '../../../src/goods/kit/names.ts'
import { hasDomesticNumbers } from '../sources/domestic-numbers.ts'
import type { CompanyAddress, RegisterRecord } from '../sources/register-record.ts'
import type { LeiFamily, LeiParent, LeiRecord, VatRegistration } from '../sources/vat-and-lei.ts'
import type { VatNumber } from '../sources/vat-number.ts'
import type { CompanyAnswer } from './company-answer.ts'

/** What the sources said of one company; null where one said nothing. */
export interface CompanyParts {
  readonly country: string | null
  readonly vat: VatNumber | null
  readonly vies: VatRegistration | null
  readonly register: RegisterRecord | null
  readonly lei: LeiRecord | null
}

/** One company out of what the sources say: first the register, which decides in law, then the LEI record, then VIES. */
export function mergeCompany({ country, vat, vies, register, lei }: CompanyParts): CompanyAnswer {
  return {
    legalName: register?.legalName ?? lei?.legalName ?? vies?.legalName ?? null,
    otherNames: namesOf({ register, lei, vies }),
    vatId: vat?.id ?? register?.vatId ?? null,
    vatRegistered: registeredIn(vies, country) ?? register?.vatRegistered ?? null,
    registerNumber: register?.registerNumber ?? lei?.registerNumber ?? null,
    country: register?.country ?? country,
    legalForm: register && hasForm(register) ? register.legalForm : { code: lei?.legalForm ?? null, name: null },
    status: register?.status ?? statusInName([lei?.legalName, vies?.legalName]) ?? (lei?.entityStatus === 'ACTIVE' ? 'active' : 'unknown'),
    statusText: register?.statusText ?? null,
    address: addressOf(register?.address ?? lei?.legalAddress ?? viesAddress(vies, country)),
    postalAddress: addressOf(register?.postalAddress ?? null),
    incorporatedDate: register?.incorporated ?? lei?.created ?? null,
    dissolvedDate: register?.dissolved ?? null,
    capital: register?.capital ?? null,
    activities: (register?.activities ?? []).map(({ code, scheme, text }) => ({ code, scheme, name: text })),
    accounts: (register?.accounts ?? []).map(({ year, periodEnd, ...figures }) => ({
      ...figures,
      period: String(year),
      periodEndDate: periodEnd,
    })),
    lei: lei?.lei ?? null,
    leiStatus: lei?.registrationStatus ?? null,
    leiRenewalDate: lei?.nextRenewal ?? null,
    successor: lei?.successor ?? null,
    withheld: [...(register?.withheld ?? [])],
    modifiedDate: /^\d{4}-\d\d-\d\d/.exec(register?.lastModified ?? '')?.[0] ?? null,
  }
}

/** Every name that a source gives as the present one, with the title that VIES gives. */
export function presentNames({ vies, register, lei }: CompanyParts): readonly string[] {
  return [register?.legalName, lei?.legalName, vies?.legalName, vies?.tradeName].filter((name) => typeof name === 'string')
}

/** Every address that a source gives, on one line. */
export function knownAddresses({ vies, register, lei }: CompanyParts): readonly string[] {
  const all = [register?.address?.text, register?.postalAddress?.text, lei?.legalAddress.text, lei?.headquarters.text, vies?.address]
  return [...new Set(all.filter((address) => typeof address === 'string'))]
}

export function familyOf(family: LeiFamily) {
  const { directParent, ultimateParent, children, moreChildren } = family
  return { directParent: parentOf(directParent), ultimateParent: parentOf(ultimateParent), children: [...children], moreChildren }
}

function parentOf(parent: LeiParent | null) {
  if (parent === null) return null
  if ('exception' in parent) return { lei: null, name: null, exception: parent.exception }
  return { lei: parent.lei, name: parent.name, exception: null }
}

function hasForm({ legalForm: { code, name } }: RegisterRecord): boolean {
  return code !== null || name !== null
}

/** What VIES says; null where it does not tell a number for domestic trade from none. */
function registeredIn(vies: VatRegistration | null, country: string | null): boolean | null {
  if (vies === null) return null
  return vies.registered || country === null || !hasDomesticNumbers(country) ? vies.registered : null
}

/** What a name says of the company's state, where no register says it: "in liquidation". */
function statusInName(names: readonly (string | null | undefined)[]): 'in_liquidation' | 'insolvent' | null {
  const states = names.map((name) => (name ? stateInName(name) : null))
  return states.find((state) => state === 'insolvent' || state === 'in_liquidation') ?? null
}

function namesOf({ register, lei, vies }: Pick<CompanyParts, 'register' | 'lei' | 'vies'>): CompanyAnswer['otherNames'] {
  const seen = new Set<string>()
  const title = vies?.tradeName ? [{ name: vies.tradeName, kind: 'trading' as const, from: null, to: null }] : []
  return [...(register?.otherNames ?? []), ...(lei?.otherNames ?? []), ...title].flatMap(({ name, kind, from, to }) => {
    const key = name.toLowerCase()
    if (seen.has(key)) return []
    seen.add(key)
    return [{ name, kind, fromDate: from, toDate: to }]
  })
}

function viesAddress(vies: VatRegistration | null, country: string | null): CompanyAddress | null {
  if (!vies?.address) return null
  return { text: vies.address, street: null, postalCode: null, city: null, region: null, country }
}

function addressOf(address: CompanyAddress | null): CompanyAnswer['address'] {
  if (address === null) return null
  const { text: line, ...rest } = address
  return { line, ...rest }
}
