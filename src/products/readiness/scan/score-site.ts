import type { Check } from './check-list.ts'
import { checks } from './check-list.ts'
import type { CheckResult } from './check-result.ts'
import type { PaymentContext } from './checks/payment-checks.ts'
import type { SiteFacts } from './site-facts.ts'
import { siteKind, type SiteKind } from './site-kind.ts'

export type Level = 'not-ready' | 'readable' | 'usable' | 'ready'

export interface CheckedPart extends CheckResult {
  readonly check: Check
  /** What was earned, and what could be; both 0 where the check does not count. */
  readonly points: number
  readonly maxPoints: number
}

export interface SiteScore {
  readonly kind: SiteKind
  readonly parts: readonly CheckedPart[]
  /** 0 to 100; null where less than half of the weight could be read. */
  readonly score: number | null
  readonly level: Level | null
  /** Share of the weight that could be read. */
  readonly observedShare: number
  /** What to do first: the parts that cost most. */
  readonly first: readonly CheckedPart[]
}

const earned: Readonly<Record<CheckResult['status'], number>> = { pass: 1, warn: 0.5, fail: 0, na: 0, error: 0 }
const levels: readonly (readonly [number, Level])[] = [
  [90, 'ready'],
  [70, 'usable'],
  [40, 'readable'],
  [0, 'not-ready'],
]
const maxFirst = 3

/** Runs every check on these facts. What does not apply or was not read counts neither for nor against the site. */
export function scoreSite(facts: SiteFacts, context: PaymentContext): SiteScore {
  const kind = siteKind(facts)
  const parts = checks.map((check): CheckedPart => {
    const result = check.run(facts, kind, context)
    const counts = result.status !== 'na' && result.status !== 'error'
    const weight = check.weight[kind]
    return { ...result, check, points: counts ? weight * earned[result.status] : 0, maxPoints: counts ? weight : 0 }
  })
  const sum = (of: (part: CheckedPart) => number) => parts.reduce((total, part) => total + of(part), 0)
  const max = sum(({ maxPoints }) => maxPoints)
  const unread = sum(({ status, check }) => (status === 'error' ? check.weight[kind] : 0))
  const observedShare = max + unread === 0 ? 0 : Math.floor((100 * max) / (max + unread)) / 100
  const score = observedShare < 0.5 ? null : Math.floor((100 * sum(({ points }) => points)) / max)
  const lost = parts.filter(({ points, maxPoints }) => points < maxPoints)
  return {
    kind,
    parts,
    score,
    level: score === null ? null : (levels.find(([from]) => score >= from)?.[1] ?? 'not-ready'),
    observedShare,
    first: lost.toSorted((one, other) => other.maxPoints - other.points - (one.maxPoints - one.points)).slice(0, maxFirst),
  }
}
