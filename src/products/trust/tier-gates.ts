import { isTrue } from '../../shared/observed.ts'
import type { Observations } from './observations.ts'
import { gateDays, type Tier } from './trust-model.ts'

/** What an address must show, whatever its points, before it is given a tier. What is unknown is not shown. */
export interface Gate {
  /** A stable name. */
  readonly gate: string
  readonly tier: Tier
  readonly needs: string
  readonly met: boolean
}

/** Every gate; a tier needs its own and those below. */
export function gatesOf(seen: Observations): readonly Gate[] {
  const days = seen.age.state === 'observed' ? seen.age.value.days : 0
  const { registered, fileNamesAgent, heldDays } = seen.identity
  // An agent is made, or bought with all its past, in a minute: what counts is for how long it has been this address's own.
  const held = isTrue(registered) && isTrue(fileNamesAgent) && heldDays.state === 'observed' ? heldDays.value : 0
  const confirmed = seen.operator.confirmed.state === 'observed' && seen.operator.confirmed.value !== null
  return [
    {
      gate: 'known_for_a_week',
      tier: 'Verified',
      needs: `first active ${gateDays.Verified} days ago or earlier, or for as long an ERC-8004 agent whose registration file names it back`,
      met: days >= gateDays.Verified || held >= gateDays.Verified,
    },
    {
      gate: 'known_for_a_quarter',
      tier: 'Trusted',
      needs: `first active ${gateDays.Trusted} days ago or earlier`,
      met: days >= gateDays.Trusted,
    },
    {
      gate: 'somebody_behind_it',
      tier: 'Trusted',
      needs: `for ${gateDays.Trusted} days an ERC-8004 agent whose registration file names it back, or a confirmed operator`,
      met: held >= gateDays.Trusted || confirmed,
    },
    { gate: 'screened', tier: 'Trusted', needs: 'every check for sanctions answered, and clean', met: sanctionsOf(seen) === 'clean' },
    { gate: 'operator_confirmed', tier: 'Enterprise', needs: 'a confirmed operator', met: confirmed },
  ]
}

export type SanctionsStatus = 'clean' | 'listed' | 'unknown'

/** `listed` if any check says so; `clean` only if every one of them answered. */
export function sanctionsOf({ sanctions: { lists, blacklist, oracle } }: Observations): SanctionsStatus {
  const checks = [lists, ...Object.values(blacklist), ...Object.values(oracle)]
  if (checks.some(isTrue)) return 'listed'
  const onchain = Object.keys(blacklist).length > 0
  return onchain && checks.every((one) => one.state === 'observed') ? 'clean' : 'unknown'
}
