import { observedValues } from '../../../addresses/observed.ts'
import { sanctionsStatusOf, type SanctionsStatus } from '../../../addresses/sanctions/sanctions-status.ts'
import { observedShareOf, earnedPoints, scoredComponent, type ScoredComponent } from '../../../addresses/scores/scored-component.ts'
import { knownDays, walletCaps, walletModel, walletWeights, type WalletComponentName } from './wallet-model.ts'
import type { WalletObservations } from './wallet-observations.ts'
import { walletPoints } from './wallet-points.ts'

export interface WalletScore {
  readonly model: typeof walletModel
  /** A whole number from 0 to 100. */
  readonly score: number
  /** Sanctioned, or blacklisted by the issuer of USDC. */
  readonly blocked: boolean
  readonly sanctions: SanctionsStatus
  /** Whether it dealt with a mixer itself; null where not all of its dealings were seen. */
  readonly mixer: boolean | null
  /** The cap that lowered its score. */
  readonly cappedBy: keyof typeof walletCaps | null
  /** Share of the components that could be observed, from 0 to 1, with two decimals. */
  readonly observedShare: number
  readonly components: readonly ScoredComponent<WalletComponentName>[]
}

/** The score of a wallet from what was observed, by the table in `wallet-model.ts`. Pure. */
export function scoreWallet(seen: WalletObservations): WalletScore {
  const points = walletPoints(seen)
  const components = (Object.keys(walletWeights) as WalletComponentName[]).map((component) => scoredComponent(component, points[component]))
  const sanctions = sanctionsStatusOf(seen.sanctions)
  const mixer = mixerOf(seen)
  const blocked = sanctions === 'listed'
  const earned = earnedPoints(components)
  const cap = mixer === true ? 'mixer' : isKnown(seen) ? null : 'age'
  const capped = !blocked && cap !== null && earned > walletCaps[cap]
  return {
    model: walletModel,
    score: blocked ? 0 : capped ? walletCaps[cap] : earned,
    blocked,
    sanctions,
    mixer,
    cappedBy: capped ? cap : null,
    observedShare: observedShareOf(components),
    components,
  }
}

/** A wallet of unknown age counts as new. */
function isKnown({ age }: WalletObservations): boolean {
  return age.state === 'observed' && age.value.days >= knownDays
}

/** False only if the dealings of every network were seen whole. */
function mixerOf({ dealings }: WalletObservations): boolean | null {
  const seen = observedValues(dealings)
  if (seen.some(({ counterparties }) => counterparties.some(({ mixer }) => mixer))) return true
  return seen.length > 0 && seen.length === Object.keys(dealings).length && seen.every(({ cut }) => !cut) ? false : null
}
