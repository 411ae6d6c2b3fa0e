import { recommend, type Recommendation } from '../../../../src/goods/kit/answers.ts'
import type { Risk } from './assess-risk.ts'

/** What to do with an address of this risk. One of low risk is treated as its trust score says. */
export function recommendRisk({ level, signals }: Risk, byTrust: Recommendation): Recommendation {
  if (byTrust.action === 'do_not_deal') return byTrust
  if (level === 'unknown') {
    return byTrust.action === 'unknown'
      ? byTrust
      : recommend('unknown', 'Too little of what this address did could be read to call its risk low.')
  }
  if (level === 'low') return byTrust
  const [worst] = signals.filter(({ state }) => state === 'found').toSorted((one, other) => other.points - one.points)
  const why = `Its risk is ${level}. The strongest sign: ${worst?.detail ?? 'several small ones'}.`
  return recommend(level === 'medium' ? 'check_first' : 'do_not_deal', why)
}
