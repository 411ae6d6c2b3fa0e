import { compareAddresses, compareCompanyNames, type Compared, stateInName } from '../../../src/goods/kit/names.ts'
import type { Evidence, Screened } from './gather-evidence.ts'
import { knownAddresses, presentNames } from './merge-company.ts'
import { hasDomesticNumbers } from '../sources/domestic-numbers.ts'
import type { VerdictFacts } from './verdict.ts'

/** What the caller gave, beside the best of what the sources give. */
export interface Comparison {
  readonly given: string
  /** Null where no source gives anything to compare with. */
  readonly best: { readonly found: string; readonly compared: Compared } | null
}

/** The caller's name beside the company's names. A former name is similar at most, since it is not the company's name any longer. */
export function compareName(given: string, { parts }: Evidence): Comparison {
  const former = (parts.register?.otherNames ?? []).filter(({ kind }) => kind === 'former').map(({ name }) => name)
  const present = [
    ...presentNames(parts),
    ...(parts.register?.otherNames ?? []).filter(({ kind }) => kind !== 'former').map(({ name }) => name),
    ...(parts.lei?.otherNames ?? []).filter(({ kind }) => kind !== 'former').map(({ name }) => name),
  ]
  const now = bestOf(given, present, compareCompanyNames)
  if (now.best?.compared.verdict === 'same') return now
  const before = bestOf(given, former, compareCompanyNames)
  if (before.best?.compared.verdict !== 'same' || now.best === null) return now
  return { given, best: { found: before.best.found, compared: { score: 0.9, verdict: 'similar', differing: ['former name'] } } }
}

export function compareAddress(given: string, { parts }: Evidence): Comparison {
  return bestOf(given, knownAddresses(parts), compareAddresses)
}

function bestOf(given: string, known: readonly string[], compare: (one: string, other: string) => Compared): Comparison {
  const all = known.map((found) => ({ found, compared: compare(given, found) }))
  return { given, best: all.toSorted((one, other) => other.compared.score - one.compared.score)[0] ?? null }
}

/** What the evidence says, in the words that the verdict is made of. */
export function factsOf(
  evidence: Evidence,
  { name, address }: { readonly name: Comparison | null; readonly address: Comparison | null },
): VerdictFacts {
  const names = presentNames(evidence.parts)
  const outcome = (one: Comparison | null) => (one === null ? 'not_given' : (one.best?.compared.verdict ?? 'nothing_to_compare'))
  return {
    format: 'right',
    vat: vatFact(evidence),
    register: registerFact(evidence),
    lei: leiFact(evidence),
    name: outcome(name),
    address: outcome(address),
    namesAgree: namesAgree(evidence),
    nameKnown: names.length > 0,
    nameSaysTrouble: [...names, ...(name === null ? [] : [name.given])].some(saysTrouble),
    screening: screeningFact(evidence.screenings),
    parents: evidence.family?.status === 'unavailable' ? 'unavailable' : screeningFact(evidence.parents),
  }
}

/** Whether a name has words such as "in liquidation". */
function saysTrouble(name: string): boolean {
  const state = stateInName(name)
  return state === 'in_liquidation' || state === 'insolvent'
}

/** Outside of VIES, as in Norway, the register says who is registered for VAT. */
function vatFact({ vies, parts }: Evidence): VerdictFacts['vat'] {
  if (vies.status === 'found') {
    if (vies.value.registered) return 'registered'
    // Poland's White List has those who are registered for domestic trade.
    const isDomestic = parts.register?.vatRegistered !== false && parts.vat !== null && hasDomesticNumbers(parts.vat.country)
    return isDomestic ? 'not_in_vies' : 'not_registered'
  }
  if (vies.status === 'unavailable') return 'unavailable'
  const said = parts.register?.vatRegistered ?? null
  if (said === null) return 'not_supported'
  return said ? 'registered' : 'not_registered'
}

function registerFact({ register }: Evidence): VerdictFacts['register'] {
  if (register.status !== 'found') return register.status
  switch (register.value.status) {
    case 'active':
      return 'active'
    case 'in_liquidation':
    case 'insolvent':
      return 'troubled'
    case 'dissolved':
    case 'merged':
      return 'ceased'
    case 'inactive':
    case 'unknown':
      return 'unclear'
  }
}

/** A lapsed LEI says nothing: the company only stopped paying for it. */
function leiFact({ lei }: Evidence): VerdictFacts['lei'] {
  if (lei.status !== 'found') return lei.status
  return lei.value.entityStatus === 'INACTIVE' ? 'inactive' : 'active'
}

/** A name that VIES still has, and the register calls a former one, is not the same name. */
function namesAgree({ parts: { vies, register } }: Evidence): boolean | null {
  if (!vies?.legalName || !register?.legalName) return null
  const trading = register.otherNames.filter(({ kind }) => kind !== 'former').map(({ name }) => name)
  const said = [vies.legalName, ...(vies.tradeName === null ? [] : [vies.tradeName])]
  return [register.legalName, ...trading].some((name) => said.some((one) => compareCompanyNames(one, name).verdict === 'same'))
}

function screeningFact(all: readonly Screened[]): VerdictFacts['screening'] {
  const said = all.map(({ screening }) => screening?.verdict)
  if (said.includes(undefined)) return 'not_checked'
  if (said.includes('match')) return 'match'
  if (said.includes('review')) return 'review'
  if (said.includes('inconclusive')) return 'unavailable'
  return said.length === 0 ? 'not_screened' : 'clear'
}
