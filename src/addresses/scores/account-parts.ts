import type { AccountObservations } from '../account/account-observations.ts'
import { isTrue, observedValues } from '../observed.ts'
import { logShare, scoredPart, type ScoredPart } from './scored-part.ts'

/** The points that each part of these components gives at most. */
export interface AccountWeights {
  readonly age: { readonly days: number }
  readonly activity: { readonly transactions: number; readonly networks: number }
  readonly sanctions: { readonly lists: number; readonly onchain: number }
}

/** The counts from which on a part gives all its points. */
export interface AccountScales {
  readonly days: number
  readonly transactions: number
  readonly networks: number
}

/** The components that every score of an address has: age, activity and sanctions. */
export function accountParts(
  seen: AccountObservations,
  weights: AccountWeights,
  scales: AccountScales,
): Readonly<Record<keyof AccountWeights, readonly ScoredPart[]>> {
  const { age, transactions, sanctions } = seen
  const asked = Object.values(transactions)
  const counts = observedValues(transactions)
  const active = counts.filter((count) => count > 0).length
  const sent = counts.reduce((sum, count) => sum + count, 0)
  const onchain = [...Object.values(sanctions.blacklist), ...Object.values(sanctions.oracle)]
  const listedOnchain = onchain.filter(isTrue).length
  const clean = onchain.filter((one) => one.state === 'observed' && !one.value).length
  return {
    age: [
      scoredPart({ part: 'days', max: weights.age.days }, [age], () => {
        const { days, atLeast } = age.state === 'observed' ? age.value : { days: 0, atLeast: true }
        return { share: logShare(days, scales.days), evidence: `first active ${atLeast ? 'at least ' : ''}${days} days ago` }
      }),
    ],
    activity: [
      scoredPart({ part: 'transactions', max: weights.activity.transactions }, asked, () => ({
        share: logShare(sent, scales.transactions),
        evidence: `${sent} transactions sent`,
      })),
      scoredPart({ part: 'networks', max: weights.activity.networks }, asked, () => ({
        share: Math.min(1, active / scales.networks),
        evidence: `active on ${active} of ${asked.length} networks`,
      })),
    ],
    sanctions: [
      scoredPart({ part: 'lists', max: weights.sanctions.lists }, [sanctions.lists], () =>
        isTrue(sanctions.lists) ? { share: 0, evidence: 'on a sanctions list' } : { share: 1, evidence: 'on no sanctions list' },
      ),
      scoredPart({ part: 'onchain', max: weights.sanctions.onchain }, onchain, () => ({
        share: listedOnchain > 0 ? 0 : clean / onchain.length,
        evidence: listedOnchain > 0 ? `blocked by ${listedOnchain} contracts` : `blocked by none of ${clean} contracts`,
      })),
    ],
  }
}
