import { formatUsd } from '../../shared/money.ts'
import { isTrue, valuesOf, type Observed } from '../../shared/observed.ts'
import { logShare, scoredPart, type ScoredPart, type Sight } from '../../shared/scored-part.ts'
import { mergeCounterparties, spreadOf } from './counterparties.ts'
import { walletScales as scales, walletWeights as weights, type WalletComponentName } from './wallet-model.ts'
import type { WalletObservations } from './wallet-observations.ts'

/** What every component gives for what was observed. What was not gives nothing. */
export function walletPoints(seen: WalletObservations): Readonly<Record<WalletComponentName, readonly ScoredPart[]>> {
  const asked = Object.values(seen.transactions)
  const counts = valuesOf(seen.transactions)
  const sent = counts.reduce((sum, count) => sum + count, 0)
  const active = counts.filter((count) => count > 0).length
  const onchain = [...Object.values(seen.sanctions.blacklist), ...Object.values(seen.sanctions.oracle)]
  const listedOnchain = onchain.filter(isTrue).length
  const clean = onchain.filter((one) => one.state === 'observed' && !one.value).length
  const usdc = valuesOf(seen.usdc).reduce((sum, amount) => sum + amount, 0n)
  const fuelled = valuesOf(seen.native).filter((amount) => amount > 0n).length
  const dealings = valuesOf(seen.dealings)
  const others = mergeCounterparties(dealings.map(({ counterparties }) => counterparties))
  const more = dealings.some(({ cut }) => cut) ? 'at least ' : ''
  const spread = spreadOf(others)
  // Where less was seen than was wished it was not seen whole.
  const whole = Object.values(seen.dealings).map((one) => (one.state === 'observed' && one.value.cut ? cutShort : one))
  return {
    age: [
      part('age', 'days', [seen.age], () => {
        const { days, atLeast } = seen.age.state === 'observed' ? seen.age.value : { days: 0, atLeast: true }
        return { share: logShare(days, scales.days), evidence: `first active ${atLeast ? 'at least ' : ''}${days} days ago` }
      }),
    ],
    activity: [
      part('activity', 'transactions', asked, () => ({
        share: logShare(sent, scales.transactions),
        evidence: `${sent} transactions sent`,
      })),
      part('activity', 'networks', asked, () => ({
        share: Math.min(1, active / scales.networks),
        evidence: `active on ${active} of ${asked.length} networks`,
      })),
    ],
    sanctions: [
      part('sanctions', 'lists', [seen.sanctions.lists], () =>
        isTrue(seen.sanctions.lists) ? { share: 0, evidence: 'on a sanctions list' } : { share: 1, evidence: 'on no sanctions list' },
      ),
      part('sanctions', 'onchain', onchain, () => ({
        share: listedOnchain > 0 ? 0 : clean / onchain.length,
        evidence: listedOnchain > 0 ? `blocked by ${listedOnchain} contracts` : `blocked by none of ${clean} contracts`,
      })),
    ],
    balances: [
      part('balances', 'usdc', Object.values(seen.usdc), () => ({
        share: logShare(Number(usdc) / 1e6, Number(scales.usdc) / 1e6),
        evidence: `holds ${formatUsd(usdc)} USDC`,
      })),
      part('balances', 'gas', Object.values(seen.native), () => ({
        share: fuelled > 0 ? 1 : 0,
        evidence: `can pay for gas on ${fuelled} networks`,
      })),
    ],
    counterparties: [
      part(
        'counterparties',
        'number',
        Object.values(seen.dealings),
        () => ({
          share: logShare(others.length, scales.counterparties),
          evidence: `moved USDC with ${more}${others.length} others`,
        }),
        whole,
      ),
    ],
    concentration: [
      part(
        'concentration',
        'spread',
        Object.values(seen.dealings),
        () => ({
          share: spread?.spread ?? 0,
          evidence: spread
            ? `the largest counterparty has ${Math.round(spread.largestShare * 100)} % of what was moved`
            : 'moved nothing with others',
        }),
        whole,
      ),
    ],
  }
}

const cutShort: Observed<never> = { state: 'unknown', reason: 'cut_short' }

function part<C extends WalletComponentName>(
  component: C,
  name: keyof (typeof weights)[C] & string,
  from: readonly Observed<unknown>[],
  see: () => Sight,
  whole = from,
): ScoredPart {
  return scoredPart({ part: name, max: weights[component][name] as number }, from, see, whole)
}
