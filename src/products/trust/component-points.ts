import { formatUsd } from '../../shared/money.ts'
import { isTrue, valuesOf, type Observed } from '../../shared/observed.ts'
import { logShare, scoredPart, type ScoredPart, type Sight } from '../../shared/scored-part.ts'
import type { Observations } from './observations.ts'
import { scales, weights, type ComponentName } from './trust-model.ts'

export type Components = Readonly<Record<ComponentName, readonly ScoredPart[]>>

/** What every component gives for what was observed. What was not gives nothing. */
export function pointsOf(seen: Observations): Components {
  const { identity, operator } = seen
  const registered = isTrue(identity.registered)
  const bound = registered && isTrue(identity.fileNamesAgent)
  const asked = Object.values(seen.transactions)
  const active = valuesOf(seen.transactions).filter((count) => count > 0).length
  const sent = valuesOf(seen.transactions).reduce((sum, count) => sum + count, 0)
  const onchain = [...Object.values(seen.sanctions.blacklist), ...Object.values(seen.sanctions.oracle)]
  const listedOnchain = onchain.filter(isTrue).length
  const clean = onchain.filter((one) => one.state === 'observed' && !one.value).length
  return {
    age: [
      part('age', 'days', [seen.age], () => {
        const { days, atLeast } = known(seen.age)
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
        isTrue(seen.sanctions.lists) ? no('on a sanctions list') : yes('on no sanctions list'),
      ),
      part('sanctions', 'onchain', onchain, () => ({
        share: listedOnchain > 0 ? 0 : clean / onchain.length,
        evidence: listedOnchain > 0 ? `blocked by ${listedOnchain} contracts` : `blocked by none of ${clean} contracts`,
      })),
    ],
    identity: [
      part('identity', 'registered', [identity.registered], () =>
        registered ? yes('owns an ERC-8004 agent or is its wallet') : no('no ERC-8004 agent'),
      ),
      part('identity', 'file', [identity.fileNamesAgent], () =>
        bound ? yes('its registration file names it back') : no('no registration file names it back'),
      ),
      // A domain speaks for an agent whose own file leads there, not for one that took somebody else's.
      part('identity', 'domain', [identity.domainProven], () =>
        bound && isTrue(identity.domainProven) ? yes('a domain of its endpoints names it') : no('no domain of its endpoints names it'),
      ),
      part('identity', 'reputation', [identity.reviews], () => {
        const { count, sum } = known(identity.reviews)
        return { share: registered ? reputation(count, sum) : 0, evidence: `${count} reviews that count` }
      }),
    ],
    operator: [
      part('operator', 'confirmed', [operator.confirmed], () => {
        const confirmation = known(operator.confirmed)
        if (confirmation === null) return no('its operator is not confirmed')
        const { who, confirmedOn, until } = confirmation
        return yes(`its operator was confirmed on ${confirmedOn} to be ${who}, until ${until}`)
      }),
      part('operator', 'name', [operator.nameMatches], () =>
        isTrue(operator.nameMatches) ? yes('an ENS name leads to it and back') : no('no ENS name leads to it and back'),
      ),
      part('operator', 'domain', [identity.domainProven], () =>
        bound && isTrue(identity.domainProven) ? yes('it has a proven domain') : no('it has no proven domain'),
      ),
    ],
    history: [
      part('history', 'settled', [seen.history], () => {
        const { ended, settled } = known(seen.history)
        const rate = ended === 0 ? 0 : settled / ended
        return { share: rate * logShare(ended, scales.payments), evidence: `${settled} of ${ended} payments to this service settled` }
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
  see: () => Sight,
): ScoredPart {
  return scoredPart({ part: name, max: weights[component][name] as number }, from, see)
}

/** Only where something was observed. */
function known<T>(observed: Observed<T>): T {
  if (observed.state === 'unknown') throw new Error('asked for what is unknown')
  return observed.value
}

function reputation(count: number, sum: number): number {
  const { count: before, value } = scales.reviewsBeforehand
  return Math.min(1, (sum + before * value) / (100 * (count + before)))
}

function yes(evidence: string): Sight {
  return { share: 1, evidence }
}

function no(evidence: string): Sight {
  return { share: 0, evidence }
}
