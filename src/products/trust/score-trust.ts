import { isTrue } from '../../addresses/observed.ts'
import { sanctionsStatusOf, type SanctionsStatus } from '../../addresses/sanctions/sanctions-status.ts'
import { observedShareOf, earnedPoints, scoredComponent, type ScoredComponent } from '../../addresses/scores/scored-component.ts'
import { trustPoints } from './component-points.ts'
import type { Observations } from './observations.ts'
import { gatesOf, type TierGate } from './tier-gates.ts'
import { caps, modelVersion, tiers, weights, type ComponentName, type Tier } from './trust-model.ts'

export interface TrustScore {
  readonly model: typeof modelVersion
  /** A whole number from 0 to 100. */
  readonly score: number
  readonly tier: Tier
  /** Sanctioned, or blacklisted by the issuer of USDC: nothing should be entrusted to it. */
  readonly blocked: boolean
  readonly sanctions: SanctionsStatus
  /** Share of the seven components that could be observed, from 0 to 1, with two decimals. */
  readonly observedShare: number
  /** In USDC base units; null is without limit. */
  readonly limits: { readonly perTransaction: bigint | null; readonly perDay: bigint | null }
  readonly components: readonly ScoredComponent<ComponentName>[]
  readonly gates: readonly TierGate[]
  /** The gates not met of the next tier, and of the tiers above it that its points would reach. Empty for a blocked address. */
  readonly heldBackBy: readonly string[]
  /** The cap that lowered its score. */
  readonly cappedBy: 'mixer' | null
}

/** The score of an address from what was observed, by the table in `trust-model.ts`. Pure. */
export function scoreTrust(seen: Observations): TrustScore {
  const points = trustPoints(seen)
  const components = (Object.keys(weights) as ComponentName[]).map((component) => scoredComponent(component, points[component]))
  const sanctions = sanctionsStatusOf(seen.sanctions)
  const blocked = sanctions === 'listed'
  const earned = earnedPoints(components)
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
    observedShare: observedShareOf(components),
    limits: blocked ? { perTransaction: 0n, perDay: 0n } : { perTransaction: given.perTransaction, perDay: given.perDay },
    components,
    gates,
    heldBackBy: gates.filter(({ tier, met }) => !met && rank(tier) <= wanted).map(({ gate }) => gate),
    cappedBy: capped ? 'mixer' : null,
  }
}

/** The highest tier that the points reach and whose gates, with those of all tiers below, are met. */
function tierThrough(gates: readonly TierGate[], score: number) {
  const closed = tiers.findIndex(({ tier, from }) => score < from || gates.some((gate) => gate.tier === tier && !gate.met))
  return tiers[closed === -1 ? tiers.length - 1 : Math.max(0, closed - 1)] ?? tiers[0]
}

function rank(tier: Tier): number {
  return tiers.findIndex((one) => one.tier === tier)
}
