import type { Compared } from '../../../src/goods/kit/names.ts'

export const verdicts = ['verified', 'verified_partial', 'mismatch', 'invalid', 'not_found', 'inconclusive'] as const
export type CompanyVerdict = (typeof verdicts)[number]

export const advices = ['pay', 'ask', 'do_not_pay', 'try_again'] as const
export type Advice = (typeof advices)[number]

/** What is known of a company when the verdict is given. */
export interface VerdictFacts {
  readonly format: 'right' | 'wrong_checksum' | 'wrong_format'
  /**
   * `not_in_vies`: VIES does not have it, but its country has numbers for domestic trade that VIES lacks.
   * `not_supported`: no source tells whether numbers of this country are registered for VAT.
   */
  readonly vat: 'registered' | 'not_registered' | 'not_in_vies' | 'unavailable' | 'not_supported'
  readonly register: 'active' | 'troubled' | 'ceased' | 'unclear' | 'not_found' | 'unavailable' | 'not_supported'
  readonly lei: 'active' | 'inactive' | 'not_found' | 'unavailable' | 'not_supported'
  /** The caller's name and address beside those found. `nothing_to_compare`: no source gave one. */
  readonly name: Compared['verdict'] | 'nothing_to_compare' | 'not_given'
  readonly address: Compared['verdict'] | 'nothing_to_compare' | 'not_given'
  /** Whether VIES and the register give one name; null unless both do. */
  readonly namesAgree: boolean | null
  /** Some source gave a name. */
  readonly nameKnown: boolean
  /** A name that a source or the caller gives says that the company is insolvent or in liquidation. */
  readonly nameSaysTrouble: boolean
  /** `not_checked`: nobody screens here. `not_screened`: there is no name to screen. */
  readonly screening: 'clear' | 'review' | 'match' | 'unavailable' | 'not_checked' | 'not_screened'
  /** Of the parents. */
  readonly parents: VerdictFacts['screening']
}

/** Why the verdict and the advice are as they are. */
export const reasons = [
  'wrong_checksum',
  'wrong_format',
  'not_registered_for_vat',
  'company_ceased',
  'name_differs',
  'address_differs',
  'not_in_register',
  'not_in_vies',
  'vat_unavailable',
  'vat_not_supported',
  'register_unavailable',
  'register_unclear',
  'lei_unavailable',
  'lei_inactive',
  'name_similar',
  'name_not_comparable',
  'name_not_known',
  'address_not_comparable',
  'address_similar',
  'names_disagree',
  'listed',
  'name_to_review',
  'parent_listed',
  'parent_to_review',
  'screening_unavailable',
  'insolvent_or_in_liquidation',
] as const
export type VerdictReason = (typeof reasons)[number]

export interface Judgement {
  readonly verdict: CompanyVerdict
  readonly advice: Advice
  /** The ones that decided come first; empty for a verdict without a doubt. */
  readonly reasons: readonly VerdictReason[]
}

/**
 * The verdict on a VAT number and its company. Unavailable is never invalid: a source that does not answer only leaves a doubt, or
 * leaves nothing to say (`inconclusive`). Where sources contradict each other or the caller, it is a `mismatch`.
 */
export function judge(facts: VerdictFacts): Judgement {
  if (facts.format !== 'right') return { verdict: 'invalid', advice: 'do_not_pay', reasons: [facts.format] }
  const doubts = doubtsOf(facts)
  if (facts.vat === 'not_registered') return { verdict: 'invalid', advice: 'do_not_pay', reasons: ['not_registered_for_vat', ...doubts] }
  const contradictions = contradictionsOf(facts)
  if (contradictions.length > 0) return { verdict: 'mismatch', advice: 'do_not_pay', reasons: [...contradictions, ...doubts] }
  if (facts.vat === 'not_supported' && facts.register === 'not_found') {
    return { verdict: 'not_found', advice: 'do_not_pay', reasons: doubts }
  }
  const exists = facts.register === 'active' || facts.register === 'troubled' || facts.lei === 'active'
  if (facts.vat !== 'registered' && !exists)
    return { verdict: 'inconclusive', advice: isSilent(facts) ? 'try_again' : 'ask', reasons: doubts }
  const verdict = doubts.length === 0 ? 'verified' : 'verified_partial'
  const troubles: VerdictReason[] = facts.register === 'troubled' || facts.nameSaysTrouble ? ['insolvent_or_in_liquidation'] : []
  return { verdict, advice: adviceOn(facts, [...troubles, ...doubts]), reasons: [...doubts, ...troubles] }
}

/** A source that may say more did not answer. */
function isSilent({ vat, register, lei }: VerdictFacts): boolean {
  return [vat, register, lei].includes('unavailable')
}

function adviceOn({ screening, parents }: VerdictFacts, open: readonly VerdictReason[]): Advice {
  if (screening === 'match' || parents === 'match') return 'do_not_pay'
  return open.length === 0 ? 'pay' : 'ask'
}

function contradictionsOf({ register, name, address }: VerdictFacts): VerdictReason[] {
  const found: [boolean, VerdictReason][] = [
    [register === 'ceased', 'company_ceased'],
    [name === 'different', 'name_differs'],
    [address === 'different', 'address_differs'],
  ]
  return chosen(found)
}

function doubtsOf(facts: VerdictFacts): VerdictReason[] {
  const { vat, register, lei, name, address, screening, parents } = facts
  return chosen([
    [screening === 'match', 'listed'],
    [parents === 'match', 'parent_listed'],
    [screening === 'review', 'name_to_review'],
    [parents === 'review', 'parent_to_review'],
    [vat === 'not_in_vies', 'not_in_vies'],
    [vat === 'unavailable', 'vat_unavailable'],
    [vat === 'not_supported', 'vat_not_supported'],
    [register === 'unavailable', 'register_unavailable'],
    [register === 'not_found', 'not_in_register'],
    [register === 'unclear', 'register_unclear'],
    [lei === 'unavailable', 'lei_unavailable'],
    [lei === 'inactive', 'lei_inactive'],
    [name === 'similar', 'name_similar'],
    [name === 'nothing_to_compare', 'name_not_comparable'],
    [name === 'not_given' && !facts.nameKnown, 'name_not_known'],
    [address === 'similar', 'address_similar'],
    [address === 'nothing_to_compare', 'address_not_comparable'],
    [facts.namesAgree === false, 'names_disagree'],
    [isUnscreened(facts), 'screening_unavailable'],
  ])
}

/** A name that is known has to be searched in the lists before anything is certain. */
function isUnscreened({ screening, parents, nameKnown }: VerdictFacts): boolean {
  const open: readonly VerdictFacts['screening'][] = ['unavailable', 'not_checked']
  return open.includes(screening) || open.includes(parents) || (screening === 'not_screened' && nameKnown)
}

function chosen(all: readonly (readonly [boolean, VerdictReason])[]): VerdictReason[] {
  return all.flatMap(([holds, reason]) => (holds ? [reason] : []))
}

const sentences: Readonly<Record<VerdictReason, string>> = {
  wrong_checksum: 'The check digits of the VAT number are wrong.',
  wrong_format: 'The VAT number does not have the form of its country.',
  not_registered_for_vat: 'The number is not registered for VAT.',
  company_ceased: 'The register says that the company has ended.',
  name_differs: 'The name differs from the one that the sources give.',
  address_differs: 'The address differs from the one that the sources give.',
  not_in_register: 'The national register does not know the company.',
  not_in_vies: 'VIES does not have the number. In this country a company can have one for domestic trade only, which VIES never shows.',
  vat_unavailable: 'The VAT registration could not be checked at this moment.',
  vat_not_supported: 'No source of this service says whether the number is registered for VAT.',
  register_unavailable: 'The national register did not answer.',
  register_unclear: 'The national register does not say whether the company is active.',
  lei_unavailable: 'The index of legal entity identifiers did not answer.',
  lei_inactive: 'The legal entity identifier belongs to an entity that is not active.',
  name_similar: 'The name is similar to the one that the sources give, but not the same.',
  name_not_comparable: 'No source gives a name to compare with.',
  name_not_known: 'No source gives the name of the company.',
  address_not_comparable: 'No source gives an address to compare with.',
  address_similar: 'The address is similar to the one that the sources give, but not the same.',
  names_disagree: 'The sources give different names.',
  listed: 'The name is on a sanctions list.',
  name_to_review: 'The name is similar to one on a sanctions list.',
  parent_listed: 'The name of a parent company is on a sanctions list.',
  parent_to_review: 'The name of a parent company is similar to one on a sanctions list.',
  screening_unavailable: 'The sanctions lists could not be searched in full.',
  insolvent_or_in_liquidation: 'The register, or a name of the company, says that it is insolvent or in liquidation.',
}

const openings: Readonly<Record<Advice, string>> = {
  pay: 'Nothing found speaks against paying this company.',
  ask: 'Ask the payee, or a person, before you pay.',
  do_not_pay: 'Do not pay on this evidence.',
  try_again: 'Nothing can be said now. Try again later.',
}

/** The advice in plain words, with its reasons. */
export function recommendationOf({ advice, reasons: because }: Judgement): string {
  return [openings[advice], ...because.map((reason) => sentences[reason])].join(' ')
}
