import { countOf } from '../../../../src/goods/kit/answers.ts'
import { describeAge } from '../account/account-age.ts'
import type { AccountObservations } from '../account/account-observations.ts'
import { isTrue, observedValues, type Observed } from '../observed.ts'
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
  const { age, transactions, authorizations, sanctions } = seen
  const asked = Object.values(transactions)
  const sent = total(observedValues(transactions))
  const signed = total(observedValues(authorizations))
  // A payer that only signs has a facilitator send its payments: each counts as a transaction of its own.
  const active = Object.keys(transactions).filter((id) => isActive(transactions[id]) || isActive(authorizations[id])).length
  const onchain = [...Object.values(sanctions.blacklist), ...Object.values(sanctions.oracle)]
  const listedOnchain = onchain.filter(isTrue).length
  const clean = onchain.filter((one) => one.state === 'observed' && !one.value).length
  return {
    age: [
      scoredPart({ part: 'days', max: weights.age.days }, [age], () => {
        const known = age.state === 'observed' ? age.value : { days: null, atLeast: true }
        return { share: logShare(known.days ?? 0, scales.days), evidence: describeAge(known) }
      }),
    ],
    activity: [
      scoredPart({ part: 'transactions', max: weights.activity.transactions }, asked, () => ({
        share: logShare(sent + signed, scales.transactions),
        evidence: describeActivity(sent, signed),
      })),
      scoredPart({ part: 'networks', max: weights.activity.networks }, asked, () => ({
        share: Math.min(1, active / scales.networks),
        evidence: `active on ${active} of ${countOf(asked.length, 'network')}`,
      })),
    ],
    sanctions: [
      scoredPart({ part: 'lists', max: weights.sanctions.lists }, [sanctions.lists], () =>
        isTrue(sanctions.lists) ? { share: 0, evidence: 'on a sanctions list' } : { share: 1, evidence: 'on no sanctions list' },
      ),
      scoredPart({ part: 'onchain', max: weights.sanctions.onchain }, onchain, () => ({
        share: listedOnchain > 0 ? 0 : clean / onchain.length,
        evidence:
          listedOnchain > 0 ? `blocked by ${countOf(listedOnchain, 'contract')}` : `not blocked by any of ${countOf(clean, 'contract')}`,
      })),
    ],
  }
}

function describeActivity(sent: number, signed: number): string {
  const transactions = `${countOf(sent, 'transaction')} sent`
  return signed === 0 ? transactions : `${transactions}, and ${countOf(signed, 'payment')} signed that others sent`
}

function isActive(count: Observed<number> | undefined): boolean {
  return count?.state === 'observed' && count.value > 0
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
