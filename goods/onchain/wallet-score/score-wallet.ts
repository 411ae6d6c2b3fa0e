import { recommend, type Recommendation } from '../../../src/goods/kit/answers.ts'
import { signsIn } from '../addresses/conduct/conduct.ts'
import { observedValues, perNetwork, type PerNetwork } from '../addresses/observed.ts'
import { recommendAgainst } from '../addresses/recommendation.ts'
import { sightingOf, type Sighting } from '../addresses/sighting.ts'
import { sanctionsStatusOf, type SanctionsStatus } from '../addresses/sanctions/sanctions-status.ts'
import { observedShareOf, earnedPoints, scoredComponent, type ScoredComponent } from '../addresses/scores/scored-component.ts'
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
  /** Whether there is any trace of it. */
  readonly sighting: Sighting
  readonly recommendation: Recommendation
}

/** The score of a wallet from what was observed, by the table in `wallet-model.ts`. Pure. */
export function scoreWallet(seen: WalletObservations): WalletScore {
  const points = walletPoints(seen)
  const components = (Object.keys(walletWeights) as WalletComponentName[]).map((component) => scoredComponent(component, points[component]))
  const sanctions = sanctionsStatusOf(seen.sanctions)
  const mixer = mixerOf(seen)
  const blocked = sanctions === 'listed'
  const earned = earnedPoints(components)
  const fraud = signsIn(seen.conduct)
  const cap = fraud.length > 0 ? 'fraud' : mixer === true ? 'mixer' : isKnown(seen) ? null : 'age'
  const capped = !blocked && cap !== null && earned > walletCaps[cap]
  const score = blocked ? 0 : capped ? walletCaps[cap] : earned
  const sighting = blocked ? 'seen' : sightingOf([seen.transactions, seen.authorizations, seen.usdc, dealt(seen.dealings)])
  const observedShare = observedShareOf(components)
  return {
    model: walletModel,
    score,
    blocked,
    sanctions,
    mixer,
    cappedBy: capped ? cap : null,
    observedShare,
    components,
    sighting,
    recommendation:
      recommendAgainst({ blocked, sanctions, sighting, mixer, fraud, observedShare }) ?? recommendByScore(score, isKnown(seen)),
  }
}

/** From this score on, nothing more needs to be checked. */
const goodScore = 50

/** For a wallet that nothing speaks against. */
function recommendByScore(score: number, known: boolean): Recommendation {
  if (!known) return recommend('check_first', `Nothing that was found speaks against it, but it is not known to be ${knownDays} days old.`)
  if (score >= goodScore) return recommend('go_ahead', 'It has a history of its own, and nothing that was found speaks against it.')
  return recommend('check_first', 'Nothing that was found speaks against it, but it has done little so far.')
}

function dealt(dealings: WalletObservations['dealings']): PerNetwork<number> {
  return perNetwork(new Map(Object.entries(dealings)), (one) =>
    one.state === 'observed' ? { ...one, value: one.value.counterparties.length } : one,
  )
}

/** A wallet of unknown age counts as new. */
function isKnown({ age }: WalletObservations): boolean {
  return age.state === 'observed' && (age.value.days ?? -1) >= knownDays
}

/** False only if the dealings of every network were seen whole. */
function mixerOf({ dealings }: WalletObservations): boolean | null {
  const seen = observedValues(dealings)
  if (seen.some(({ counterparties }) => counterparties.some(({ mixer }) => mixer))) return true
  return seen.length > 0 && seen.length === Object.keys(dealings).length && seen.every(({ cut }) => !cut) ? false : null
}
