import { judge, type Judgement, type VerdictFacts } from '../../../goods/companies/offers/verdict.ts'
import { compareCompanyNames, stateInName } from '../../../src/names/compare-company-names.ts'
import type { Compared } from '../../../src/names/compared.ts'
import { makePairs, type MadePair } from './generate.ts'

/** A company that all sources know and that nothing speaks against, so that the name alone decides. */
const sound: VerdictFacts = {
  format: 'right',
  vat: 'registered',
  register: 'active',
  lei: 'active',
  name: 'same',
  address: 'not_given',
  namesAgree: true,
  nameKnown: true,
  nameSaysTrouble: false,
  screening: 'clear',
  parents: 'clear',
}

export interface JudgedPair extends MadePair {
  readonly compared: Compared
  readonly judgement: Judgement
}

/** What the company line says of each made pair, and which answers are wrong. */
export function judgePairs(seed: number): { readonly judged: readonly JudgedPair[]; readonly wrong: readonly JudgedPair[] } {
  const judged = makePairs(seed).map((pair) => {
    const compared = compareCompanyNames(pair.invoice, pair.register)
    const nameSaysTrouble = [pair.invoice, pair.register].some((name) => ['in_liquidation', 'insolvent'].includes(stateInName(name) ?? ''))
    return { ...pair, compared, judgement: judge({ ...sound, name: compared.verdict, nameSaysTrouble }) }
  })
  return { judged, wrong: judged.filter(isWrong) }
}

/** The right company is never refused, another one is never taken for it, and a brand is neither. */
function isWrong({ truth, compared: { verdict }, judgement: { advice } }: JudgedPair): boolean {
  if (truth === 'same') return verdict === 'different' || advice === 'do_not_pay'
  return truth === 'brand' ? verdict !== 'similar' || advice !== 'ask' : verdict === 'same' || advice === 'pay'
}
