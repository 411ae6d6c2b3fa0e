import type { RegisterFinding } from '../sources/finding.ts'
import type { LeiFamily, VatRegistration } from '../sources/vat-and-lei.ts'
import type { VatNumber } from '../sources/vat-number.ts'
import type { Screening } from '../../../src/goods/kit/ports.ts'
import type { CompanySources } from './company-sources.ts'
import { lookUpByVat, type LookedUp, type NotAsked } from './look-up-company.ts'
import { presentNames, type CompanyParts } from './merge-company.ts'

/** Everything that the sources say about a VAT number and its company. */
export interface Evidence extends LookedUp {
  readonly vies: RegisterFinding<VatRegistration> | NotAsked
  /** Null without an LEI record. */
  readonly family: RegisterFinding<LeiFamily> | null
  readonly parts: CompanyParts
  /** One per name of the company that differs. */
  readonly screenings: readonly Screened[]
  readonly parents: readonly Screened[]
}

/** A name, and what the sanctions lists say of it; null where nobody screens. */
export interface Screened {
  readonly name: string
  readonly screening: Screening | null
}

export interface EvidenceContext {
  readonly sources: CompanySources
  readonly signal: AbortSignal
}

/** Asks VIES, the register and GLEIF at the same time; then screens the names that they gave. */
export async function gatherEvidence(vat: VatNumber, context: EvidenceContext): Promise<Evidence> {
  const { sources, signal } = context
  const asked: Promise<Evidence['vies']> = vat.inVies
    ? sources.vies.check(vat.prefix, vat.number, signal)
    : Promise.resolve({ status: 'not_supported', reason: 'no_register' })
  const viesName = async () => {
    const answer = await asked
    return answer.status === 'found' ? answer.value.legalName : null
  }
  const [vies, looked] = await Promise.all([asked, lookUpByVat(vat, viesName, context)])
  const parts = { country: looked.country, vat, vies: valueOf(vies), register: valueOf(looked.register), lei: valueOf(looked.lei) }
  const family = parts.lei === null ? null : await sources.gleif.family(parts.lei.lei, signal)
  const screen = (names: readonly string[]) => screenAll(names, vat.country, context)
  const [screenings, parents] = await Promise.all([screen(presentNames(parts)), screenAll(parentNames(family), null, context)])
  return { ...looked, vies, family, parts, screenings, parents }
}

export function valueOf<T>(finding: RegisterFinding<T> | NotAsked): T | null {
  return finding.status === 'found' ? finding.value : null
}

function parentNames(family: Evidence['family']): string[] {
  if (family?.status !== 'found') return []
  const { directParent, ultimateParent } = family.value
  return [directParent, ultimateParent].flatMap((parent) => (parent && 'name' in parent ? [parent.name] : []))
}

async function screenAll(names: readonly string[], country: string | null, { sources, signal }: EvidenceContext): Promise<Screened[]> {
  const distinct = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()]
  const hints = country === null ? {} : { country }
  return Promise.all(
    distinct.map(async (name) => ({ name, screening: (await sources.screening?.screen(name, { hints, signal })) ?? null })),
  )
}
