import { countOf } from '../../../src/goods/kit/answers.ts'
import { formatUsd } from '../../../src/goods/kit/worker-side.ts'
import { isTrue, type Observed } from '../addresses/observed.ts'
import { accountParts } from '../addresses/scores/account-parts.ts'
import { logShare, scoredPart, type ScoredPart, type Measure } from '../addresses/scores/scored-part.ts'
import type { Observations } from './observations.ts'
import { scales, weights, type ComponentName } from './trust-model.ts'

type Components = Readonly<Record<ComponentName, readonly ScoredPart[]>>

/** The parts of every component with their points. What was not observed gives none. */
export function trustPoints(seen: Observations): Components {
  const { identity, operator } = seen
  const registered = isTrue(identity.registered)
  const bound = registered && isTrue(identity.fileNamesAgent)
  return {
    ...accountParts(seen, weights, scales),
    identity: [
      part('identity', 'registered', [identity.registered], () =>
        registered ? yes('owns an ERC-8004 agent, or is the wallet of one') : no('owns no ERC-8004 agent and is not the wallet of one'),
      ),
      part('identity', 'file', [identity.fileNamesAgent], () =>
        bound
          ? yes("its agent's registration file names the agent")
          : no('none of its agents has a registration file that names the agent'),
      ),
      // A domain proves an agent only if the agent's own file leads there: a copied file may name somebody else's domain.
      part('identity', 'domain', [identity.domainProven], () =>
        bound && isTrue(identity.domainProven)
          ? yes("a domain of its agent's endpoints names the agent")
          : no("no domain of its agent's endpoints names the agent"),
      ),
      part('identity', 'reputation', [identity.reviews], () => {
        const { count, sum } = known(identity.reviews)
        return { share: registered ? reputation(count, sum) : 0, evidence: `${countOf(count, 'review')} counted` }
      }),
    ],
    operator: [
      part('operator', 'confirmed', [operator.confirmed], () => {
        const confirmation = known(operator.confirmed)
        if (confirmation === null) return no('the operator of this service has not confirmed who is behind it')
        const { who, confirmedOn, until } = confirmation
        return yes(`the operator of this service confirmed on ${confirmedOn} that ${who} is behind it; this holds until ${until}`)
      }),
      part('operator', 'name', [operator.nameMatches], () =>
        isTrue(operator.nameMatches)
          ? yes('it claims an ENS name, and the name resolves to it')
          : no('it claims no ENS name that resolves to it'),
      ),
      part('operator', 'domain', [identity.domainProven], () =>
        bound && isTrue(identity.domainProven)
          ? yes("a domain of its agent's endpoints names the agent")
          : no("no domain of its agent's endpoints names the agent"),
      ),
    ],
    history: [
      part('history', 'settled', [seen.history], () => {
        const { ended, settled } = known(seen.history)
        const rate = ended === 0 ? 0 : settled / ended
        return {
          share: rate * logShare(ended, scales.payments),
          evidence: `${settled} of ${countOf(ended, 'payment')} to this service settled`,
        }
      }),
    ],
    bond: [
      part('bond', 'balance', [seen.bond], () => {
        const held = known(seen.bond)
        return { share: held >= scales.bond ? 1 : Number(held) / Number(scales.bond), evidence: `holds ${formatUsd(held)} USDC` }
      }),
    ],
  }
}

function part<C extends ComponentName>(
  component: C,
  name: keyof (typeof weights)[C] & string,
  from: readonly Observed<unknown>[],
  measure: () => Measure,
): ScoredPart {
  return scoredPart({ part: name, max: weights[component][name] as number }, from, measure)
}

/** The value of what is known to be observed. */
function known<T>(observed: Observed<T>): T {
  if (observed.state === 'unknown') throw new Error('the observation is unknown')
  return observed.value
}

function reputation(count: number, sum: number): number {
  const { count: assumed, value } = scales.assumedReviews
  return Math.min(1, (sum + assumed * value) / (100 * (count + assumed)))
}

function yes(evidence: string): Measure {
  return { share: 1, evidence }
}

function no(evidence: string): Measure {
  return { share: 0, evidence }
}
