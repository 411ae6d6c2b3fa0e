import { compareCompanyNames } from '../../../src/goods/kit/names.ts'
import type { CompanyId } from '../sources/company-id.ts'
import type { CompanyRegister } from '../sources/company-register.ts'
import type { RegisterFinding } from '../sources/finding.ts'
import type { RegisterRecord } from '../sources/register-record.ts'
import type { LeiRecord } from '../sources/vat-and-lei.ts'
import type { VatNumber } from '../sources/vat-number.ts'
import type { CompanySources } from './company-sources.ts'

/**
 * A source that was not asked. `no_register`: no open register of this country. `number_unknown`: it has one, but the number of the
 * company there can't be told from what is known.
 */
export interface NotAsked {
  readonly status: 'not_supported'
  readonly reason: 'no_register' | 'number_unknown'
}

/** What the register and the index of LEIs say about one company. */
export interface LookedUp {
  /** ISO 3166-1 alpha-2; null where nothing tells it. */
  readonly country: string | null
  readonly register: RegisterFinding<RegisterRecord> | NotAsked
  readonly lei: RegisterFinding<LeiRecord> | NotAsked
}

export interface LookUpContext {
  readonly sources: Pick<CompanySources, 'registers' | 'gleif' | 'vies'>
  readonly signal: AbortSignal
}

/** How many hits of a search by name are compared. */
const comparedHits = 10

/** Looks a company up by any of its ids. */
export async function lookUpCompany(id: CompanyId, context: LookUpContext): Promise<LookedUp> {
  if (id.kind === 'lei') return lookUpByLei(id.lei, context)
  if (id.kind === 'register') {
    const register = await byNumber(id.country, id.registerNumber, context)
    return { country: id.country, register, lei: await leiOf(id.country, [numberIn(register) ?? id.registerNumber], context) }
  }
  const { prefix, number, inVies } = id.vat
  const name = async () => {
    const answer = inVies ? await context.sources.vies.check(prefix, number, context.signal) : null
    return answer?.status === 'found' ? answer.value.legalName : null
  }
  return lookUpByVat(id.vat, name, context)
}

/** Looks a company up by its VAT number. `name` is asked for only where the number alone does not lead to the register. */
export async function lookUpByVat(vat: VatNumber, name: () => Promise<string | null>, context: LookUpContext): Promise<LookedUp> {
  const { country } = vat
  const national = context.sources.registers.of(country)
  const derived = national?.fromVat(vat.number) ?? null
  if (derived !== null) {
    const [register, lei] = await Promise.all([byNumber(country, derived, context), leiOf(country, [derived], context)])
    return { country, register, lei }
  }
  const register = await registerByVatOrName(national, vat, name, context)
  const known = numberIn(register)
  const numbers = known === null ? leiNumbersOf(vat) : [known]
  const lei = numbers.length > 0 ? await leiOf(country, numbers, context) : await leiByName(country, await name(), context)
  return { country, register, lei }
}

async function lookUpByLei(lei: string, context: LookUpContext): Promise<LookedUp> {
  const found = await context.sources.gleif.byLei(lei, context.signal)
  if (found.status !== 'found') return { country: null, register: { status: 'not_supported', reason: 'number_unknown' }, lei: found }
  const { legalAddress, jurisdiction, registerNumber } = found.value
  const country = jurisdiction?.slice(0, 2) ?? legalAddress.country
  if (country === null || registerNumber === null) {
    return { country, register: { status: 'not_supported', reason: 'number_unknown' }, lei: found }
  }
  return { country, register: await byNumber(country, registerNumber, context), lei: found }
}

async function byNumber(country: string, number: string, { sources, signal }: LookUpContext): Promise<LookedUp['register']> {
  const register = sources.registers.of(country)
  if (!register) return { status: 'not_supported', reason: 'no_register' }
  const normal = register.normalise(number)
  return normal === null ? { status: 'not_supported', reason: 'number_unknown' } : register.byNumber(normal, signal)
}

async function registerByVatOrName(
  register: CompanyRegister | null,
  vat: VatNumber,
  name: () => Promise<string | null>,
  { signal }: LookUpContext,
): Promise<LookedUp['register']> {
  if (!register) return { status: 'not_supported', reason: 'no_register' }
  if (register.byVat) return register.byVat(vat.number, signal)
  const wanted = register.search ? await name() : null
  if (!register.search || wanted === null) return { status: 'not_supported', reason: 'number_unknown' }
  const hits = await register.search(wanted, comparedHits, signal)
  if (hits.status !== 'found') return hits.status === 'unavailable' ? hits : { status: 'not_supported', reason: 'number_unknown' }
  const number = onlyOne(hits.value.filter((hit) => compareCompanyNames(hit.name, wanted).verdict === 'same'))?.registerNumber ?? null
  // Two companies of one name: nothing tells which one it is.
  return number === null ? { status: 'not_supported', reason: 'number_unknown' } : register.byNumber(number, signal)
}

function onlyOne<T>(list: readonly T[]): T | null {
  return list.length === 1 ? list[0]! : null
}

function numberIn(register: LookedUp['register']): string | null {
  return register.status === 'found' ? register.value.registerNumber : null
}

/** Register numbers that are a part of the VAT number, in countries without an open register. */
function leiNumbersOf({ country, number }: VatNumber): readonly string[] {
  if (country === 'SE') return [number.slice(0, 10)]
  return ['DK', 'BE', 'RO', 'BG', 'HR', 'PT', 'ES', 'CH'].includes(country) ? [number] : []
}

async function leiOf(country: string, numbers: readonly string[], { sources, signal }: LookUpContext): Promise<LookedUp['lei']> {
  let last: LookedUp['lei'] = { status: 'not_supported', reason: 'number_unknown' }
  for (const number of numbers) {
    last = await sources.gleif.byRegisterNumber(country, number, signal)
    if (last.status !== 'not_found') return last
  }
  return last
}

/** Only a single company of exactly this name counts. */
async function leiByName(country: string, name: string | null, { sources, signal }: LookUpContext): Promise<LookedUp['lei']> {
  if (name === null) return { status: 'not_supported', reason: 'number_unknown' }
  const hits = await sources.gleif.search(name, country, comparedHits, signal)
  if (hits.status !== 'found') return hits
  const lei = onlyOne(hits.value.filter((hit) => compareCompanyNames(hit.name, name).verdict === 'same'))?.lei ?? null
  return lei === null ? { status: 'not_found', source: hits.source, latencyMs: hits.latencyMs } : sources.gleif.byLei(lei, signal)
}
