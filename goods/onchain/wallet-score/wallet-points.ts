import { countOf } from '../../../src/goods/kit/answers.ts'
import { formatUsd } from '../../../src/goods/kit/worker-side.ts'
import { observedValues, type Observed } from '../addresses/observed.ts'
import { accountParts } from '../addresses/scores/account-parts.ts'
import { logShare, scoredPart, type ScoredPart, type Measure } from '../addresses/scores/scored-part.ts'
import { mergeCounterparties, spreadOf } from './counterparties.ts'
import { walletScales as scales, walletWeights as weights, type WalletComponentName } from './wallet-model.ts'
import type { WalletObservations } from './wallet-observations.ts'

/** The parts of every component with their points. What was not observed gives none. */
export function walletPoints(seen: WalletObservations): Readonly<Record<WalletComponentName, readonly ScoredPart[]>> {
  const usdc = observedValues(seen.usdc).reduce((sum, amount) => sum + amount, 0n)
  const fuelled = observedValues(seen.native).filter((amount) => amount > 0n).length
  const dealings = observedValues(seen.dealings)
  const others = mergeCounterparties(dealings.map(({ counterparties }) => counterparties))
  const atLeast = dealings.some(({ cut }) => cut) ? 'at least ' : ''
  const spread = spreadOf(others)
  // A network whose reading was cut short counts as not observed.
  const complete = Object.values(seen.dealings).map((one) => (one.state === 'observed' && one.value.cut ? cutShort : one))
  return {
    ...accountParts(seen, weights, scales),
    balances: [
      part('balances', 'usdc', Object.values(seen.usdc), () => ({
        share: logShare(Number(usdc) / 1e6, Number(scales.usdc) / 1e6),
        evidence: `holds ${formatUsd(usdc)} USDC`,
      })),
      part('balances', 'gas', Object.values(seen.native), () => ({
        share: fuelled > 0 ? 1 : 0,
        evidence: `can pay for gas on ${countOf(fuelled, 'network')}`,
      })),
    ],
    counterparties: [
      part(
        'counterparties',
        'number',
        Object.values(seen.dealings),
        () => ({
          share: logShare(others.length, scales.counterparties),
          evidence: `moved USDC with ${atLeast}${countOf(others.length, 'counterparty', 'counterparties')}`,
        }),
        complete,
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
            : 'moved no USDC with others',
        }),
        complete,
      ),
    ],
  }
}

const cutShort: Observed<never> = { state: 'unknown', reason: 'cut_short' }

function part<C extends WalletComponentName>(
  component: C,
  name: keyof (typeof weights)[C] & string,
  from: readonly Observed<unknown>[],
  measure: () => Measure,
  complete = from,
): ScoredPart {
  return scoredPart({ part: name, max: weights[component][name] as number }, from, measure, complete)
}
