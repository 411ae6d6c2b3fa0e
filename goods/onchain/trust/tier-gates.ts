import { isTrue } from '../addresses/observed.ts'
import { sanctionsStatusOf } from '../addresses/sanctions/sanctions-status.ts'
import type { Observations } from './observations.ts'
import { gateDays, type Tier } from './trust-model.ts'

/** A condition that an address must meet for a tier, whatever its points. An unknown observation meets no condition. */
export interface TierGate {
  /** A stable name. */
  readonly gate: string
  readonly tier: Tier
  readonly needs: string
  readonly met: boolean
}

/** All gates. A tier needs its own gates and those of the tiers below. */
export function gatesOf(seen: Observations): readonly TierGate[] {
  const days = seen.age.state === 'observed' ? (seen.age.value.days ?? -1) : -1
  const { registered, fileNamesAgent, heldDays } = seen.identity
  // Anybody can create an agent, or buy one with its past, in a minute. What counts is how long this address has held it.
  const held = isTrue(registered) && isTrue(fileNamesAgent) && heldDays.state === 'observed' ? heldDays.value : 0
  const confirmed = seen.operator.confirmed.state === 'observed' && seen.operator.confirmed.value !== null
  return [
    {
      gate: 'known_for_a_week',
      tier: 'Verified',
      needs: `its first activity is at least ${gateDays.Verified} days old, or it has held an ERC-8004 agent for ${gateDays.Verified} days, and the agent's registration file names that agent`,
      met: days >= gateDays.Verified || held >= gateDays.Verified,
    },
    {
      gate: 'known_for_a_quarter',
      tier: 'Trusted',
      needs: `its first activity is at least ${gateDays.Trusted} days old`,
      met: days >= gateDays.Trusted,
    },
    {
      gate: 'somebody_behind_it',
      tier: 'Trusted',
      needs: `it has held an ERC-8004 agent for ${gateDays.Trusted} days, and the agent's registration file names that agent; or the operator of this service has confirmed who is behind it`,
      met: held >= gateDays.Trusted || confirmed,
    },
    {
      gate: 'screened',
      tier: 'Trusted',
      needs: 'every check for sanctions answered, and none of them names it',
      met: sanctionsStatusOf(seen.sanctions) === 'clean',
    },
    {
      gate: 'operator_confirmed',
      tier: 'Enterprise',
      needs: 'the operator of this service has confirmed who is behind it',
      met: confirmed,
    },
  ]
}
