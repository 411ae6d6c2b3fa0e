import { isTrue } from '../../shared/observed.ts'
import type { ScoredPart } from '../../shared/scored-part.ts'
import { pointsOf } from './component-points.ts'
import type { Observations } from './observations.ts'
import { gatesOf, sanctionsOf, type Gate, type SanctionsStatus } from './tier-gates.ts'
import { caps, modelVersion, tiers, weights, type ComponentName, type Tier } from './trust-model.ts'

export interface Component {
  readonly component: ComponentName
  readonly points: number
  readonly max: number
  /** Share of it that could be observed, from 0 to 1. */
  readonly observed: number
  readonly parts: readonly ScoredPart[]
}

export interface TrustScore {
  readonly model: typeof modelVersion
  /** A whole number from 0 to 100. */
  readonly score: number
  readonly tier: Tier
  /** Sanctioned, or blacklisted by the issuer of USDC: nothing to be entrusted with. */
  readonly blocked: boolean
  readonly sanctions: SanctionsStatus
  /** Share of the seven components that could be observed, from 0 to 1, with two decimals. */
  readonly confidence: number
  /** In USDC base units; null is without limit. */
  readonly limits: { readonly perTransaction: bigint | null; readonly perDay: bigint | null }
  readonly components: readonly Component[]
  readonly gates: readonly Gate[]
  /** The gates that are not met of the next tier, and of those above it that its points would give. None for who is blocked. */
  readonly heldBackBy: readonly string[]
  /** The cap that its points came up against. */
  readonly cappedBy: 'mixer' | null
}

/** The score of an address from what was observed, by the table in `trust-model.ts`. Pure. */
export function scoreTrust(seen: Observations): TrustScore {
  const points = pointsOf(seen)
  const components = (Object.keys(weights) as ComponentName[]).map((component) => componentOf(component, points[component]))
  const sanctions = sanctionsOf(seen)
  const blocked = sanctions === 'listed'
  // In hundredths, so that what makes a whole number makes that one.
  const earned = Math.floor(components.reduce((sum, { points }) => sum + Math.round(points * 100), 0) / 100)
  const capped = !blocked && isTrue(seen.mixer) && earned > caps.mixer
  const score = blocked ? 0 : capped ? caps.mixer : earned
  const gates = gatesOf(seen)
  const reached = tiers.findLast(({ from }) => score >= from) ?? tiers[0]
  const given = blocked ? tiers[0] : tierThrough(gates, score)
  const wanted = blocked ? -1 : Math.max(rank(reached.tier), rank(given.tier) + 1)
  return {
    model: modelVersion,
    score,
    tier: given.tier,
    blocked,
    sanctions,
    confidence: confidenceOf(components),
    limits: blocked ? { perTransaction: 0n, perDay: 0n } : { perTransaction: given.perTransaction, perDay: given.perDay },
    components,
    gates,
    heldBackBy: gates.filter(({ tier, met }) => !met && rank(tier) <= wanted).map(({ gate }) => gate),
    cappedBy: capped ? 'mixer' : null,
  }
}

function componentOf(component: ComponentName, parts: readonly ScoredPart[]): Component {
  const max = parts.reduce((sum, part) => sum + part.max, 0)
  return {
    component,
    points: twoDecimals(parts.reduce((sum, { points }) => sum + points, 0)),
    max,
    observed: parts.reduce((sum, part) => sum + part.observed * part.max, 0) / max,
    parts,
  }
}

/** Rounded down: 1 is everything, and nothing less. */
function confidenceOf(components: readonly Component[]): number {
  const share = components.reduce((sum, { observed }) => sum + observed, 0) / components.length
  return Math.floor(share * 100 + 1e-9) / 100
}

/** The highest tier for which there are the points, and of which every gate and those below are met. */
function tierThrough(gates: readonly Gate[], score: number) {
  const closed = tiers.findIndex(({ tier, from }) => score < from || gates.some((gate) => gate.tier === tier && !gate.met))
  return tiers[closed === -1 ? tiers.length - 1 : Math.max(0, closed - 1)] ?? tiers[0]
}

function rank(tier: Tier): number {
  return tiers.findIndex((one) => one.tier === tier)
}

function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100
}
