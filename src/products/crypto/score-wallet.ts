import { isTrue, valuesOf } from '../../shared/observed.ts'
import type { ScoredPart } from '../../shared/scored-part.ts'
import { knownDays, walletCaps, walletModel, walletWeights, type WalletComponentName } from './wallet-model.ts'
import type { WalletObservations } from './wallet-observations.ts'
import { walletPoints } from './wallet-points.ts'

export interface WalletComponent {
  readonly component: WalletComponentName
  readonly points: number
  readonly max: number
  /** Share of it that could be observed, from 0 to 1. */
  readonly observed: number
  readonly parts: readonly ScoredPart[]
}

export interface WalletScore {
  readonly model: typeof walletModel
  /** A whole number from 0 to 100. */
  readonly score: number
  /** Sanctioned, or blacklisted by the issuer of USDC. */
  readonly blocked: boolean
  /** `listed` if any check says so; `clean` only if every one of them answered. */
  readonly sanctions: 'clean' | 'listed' | 'unknown'
  /** Whether it dealt with a mixer itself; null where that was not seen whole. */
  readonly mixer: boolean | null
  /** The lowest cap that its points came up against. */
  readonly cappedBy: keyof typeof walletCaps | null
  /** Share of the components that could be observed, from 0 to 1, with two decimals. */
  readonly confidence: number
  readonly components: readonly WalletComponent[]
}

/** The score of a wallet from what was observed, by the table in `wallet-model.ts`. Pure. */
export function scoreWallet(seen: WalletObservations): WalletScore {
  const points = walletPoints(seen)
  const components = (Object.keys(walletWeights) as WalletComponentName[]).map((component) => componentOf(component, points[component]))
  const sanctions = sanctionsOf(seen)
  const mixer = mixerOf(seen)
  const blocked = sanctions === 'listed'
  // In hundredths, so that what makes a whole number makes that one.
  const earned = Math.floor(components.reduce((sum, one) => sum + Math.round(one.points * 100), 0) / 100)
  const cap = mixer === true ? 'mixer' : isKnown(seen) ? null : 'age'
  const capped = !blocked && cap !== null && earned > walletCaps[cap]
  return {
    model: walletModel,
    score: blocked ? 0 : capped ? walletCaps[cap] : earned,
    blocked,
    sanctions,
    mixer,
    cappedBy: capped ? cap : null,
    confidence: Math.floor((components.reduce((sum, { observed }) => sum + observed, 0) / components.length) * 100 + 1e-9) / 100,
    components,
  }
}

function componentOf(component: WalletComponentName, parts: readonly ScoredPart[]): WalletComponent {
  const max = parts.reduce((sum, part) => sum + part.max, 0)
  return {
    component,
    points: Math.round(parts.reduce((sum, { points }) => sum + points, 0) * 100) / 100,
    max,
    observed: parts.reduce((sum, part) => sum + part.observed * part.max, 0) / max,
    parts,
  }
}

/** What is not known is not shown. */
function isKnown({ age }: WalletObservations): boolean {
  return age.state === 'observed' && age.value.days >= knownDays
}

function sanctionsOf({ sanctions: { lists, blacklist, oracle } }: WalletObservations): WalletScore['sanctions'] {
  const checks = [lists, ...Object.values(blacklist), ...Object.values(oracle)]
  if (checks.some(isTrue)) return 'listed'
  return Object.keys(blacklist).length > 0 && checks.every(({ state }) => state === 'observed') ? 'clean' : 'unknown'
}

/** That there was none where it was looked says nothing of where it was not. */
function mixerOf({ dealings }: WalletObservations): boolean | null {
  const seen = valuesOf(dealings)
  if (seen.some(({ counterparties }) => counterparties.some(({ mixer }) => mixer))) return true
  return seen.length > 0 && seen.length === Object.keys(dealings).length && seen.every(({ cut }) => !cut) ? false : null
}
