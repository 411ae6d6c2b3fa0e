import { recommend, type Recommendation } from '../../../src/goods/kit/answers.ts'
import { formatUsd } from '../../../src/goods/kit/worker-side.ts'
import { signsIn } from '../addresses/conduct/conduct.ts'
import { isTrue, type Observed } from '../addresses/observed.ts'
import { recommendAgainst } from '../addresses/recommendation.ts'
import { sightingOf, type Sighting } from '../addresses/sighting.ts'
import { sanctionsStatusOf, type SanctionsStatus } from '../addresses/sanctions/sanctions-status.ts'
import { observedShareOf, earnedPoints, scoredComponent, type ScoredComponent } from '../addresses/scores/scored-component.ts'
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
  readonly cappedBy: keyof typeof caps | null
  /** Whether there is any trace of it. */
  readonly sighting: Sighting
  readonly recommendation: Recommendation
}

/** The score of an address from what was observed, by the table in `trust-model.ts`. Pure. */
export function scoreTrust(seen: Observations): TrustScore {
  const points = trustPoints(seen)
  const components = (Object.keys(weights) as ComponentName[]).map((component) => scoredComponent(component, points[component]))
  const sanctions = sanctionsStatusOf(seen.sanctions)
  const blocked = sanctions === 'listed'
  const earned = earnedPoints(components)
  const fraud = signsIn(seen.conduct)
  const cap = fraud.length > 0 ? 'fraud' : isTrue(seen.mixer) ? 'mixer' : null
  const cappedBy = !blocked && cap !== null && earned > caps[cap] ? cap : null
  const score = blocked ? 0 : cappedBy ? caps[cappedBy] : earned
  const gates = gatesOf(seen)
  const reached = tiers.findLast(({ from }) => score >= from) ?? tiers[0]
  const given = blocked ? tiers[0] : tierThrough(gates, score)
  const sighting = sightingOf(tracesOf(seen))
  const observedShare = observedShareOf(components)
  const trusted = !blocked && fraud.length === 0
  const limits = trusted ? { perTransaction: given.perTransaction, perDay: given.perDay } : { perTransaction: 0n, perDay: 0n }
  const wanted = blocked ? -1 : Math.max(rank(reached.tier), rank(given.tier) + 1)
  return {
    model: modelVersion,
    score,
    tier: given.tier,
    blocked,
    sanctions,
    observedShare,
    limits,
    components,
    gates,
    heldBackBy: gates.filter(({ tier, met }) => !met && rank(tier) <= wanted).map(({ gate }) => gate),
    cappedBy,
    sighting,
    recommendation:
      recommendAgainst({ blocked, sanctions, sighting, mixer: valueOf(seen.mixer), fraud, observedShare }) ??
      recommendLimits(given.tier, limits),
  }
}

/** Where an address leaves traces. What could not be looked at counts only where a trace of it would be an act of its own. */
function tracesOf({ transactions, authorizations, moved, bond, identity, operator, history, sanctions, mixer }: Observations) {
  const isOurs = history.state === 'observed' && history.value.ended > 0
  const isNamed = isTrue(identity.registered) || isTrue(operator.nameMatches) || valueOf(operator.confirmed) !== null
  const isListed = sanctionsStatusOf(sanctions) === 'listed'
  const known: Observed<boolean> = {
    state: 'observed',
    value: isOurs || isNamed || isListed || isTrue(mixer),
    source: 'ledger',
    observedAt: 0,
  }
  return [transactions, authorizations, moved, bond, known]
}

function valueOf<T>(one: Observed<T>): T | null {
  return one.state === 'observed' ? one.value : null
}

/** For an address that nothing speaks against. */
function recommendLimits(tier: Tier, { perTransaction, perDay }: TrustScore['limits']): Recommendation {
  if (perTransaction === null || perDay === null) return recommend('go_ahead', 'Its operator is confirmed, and nothing speaks against it.')
  const amounts = `${formatUsd(perTransaction)} USDC in one payment and ${formatUsd(perDay)} USDC in a day`
  if (tier === tiers[0].tier) {
    return recommend(
      'check_first',
      `Little speaks for this address so far. Entrust it with at most ${amounts}, or check what it did first.`,
    )
  }
  return recommend('stay_within_limits', `Nothing that was found speaks against it. Entrust it with at most ${amounts}.`)
}

/** The highest tier that the points reach and whose gates, with those of all tiers below, are met. */
function tierThrough(gates: readonly TierGate[], score: number) {
  const closed = tiers.findIndex(({ tier, from }) => score < from || gates.some((gate) => gate.tier === tier && !gate.met))
  return tiers[closed === -1 ? tiers.length - 1 : Math.max(0, closed - 1)] ?? tiers[0]
}

function rank(tier: Tier): number {
  return tiers.findIndex((one) => one.tier === tier)
}
