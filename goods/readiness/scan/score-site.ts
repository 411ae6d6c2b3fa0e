import type { Check } from './check-list.ts'
import { checks as allChecks } from './check-list.ts'
import { unread, type CheckResult } from './check-result.ts'
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

export interface ScoreParts extends PaymentContext {
  readonly checks?: readonly Check[]
  /** A check threw: what the site has there can't be read. */
  threw(check: string, error: unknown): void
}

/** Runs every check on these facts. What does not apply or was not read counts neither for nor against the site. */
export function scoreSite(facts: SiteFacts, { checks = allChecks, threw, ...context }: ScoreParts): SiteScore {
  const kind = siteKind(facts)
  const resultOf = (check: Check): CheckResult => {
    try {
      return check.run(facts, kind, context)
    } catch (error) {
      // What a site sends must not end the scan of it, since a scan that fails is not charged.
      threw(check.id, error)
      return unread('What the site has here could not be read.')
    }
  }
  const parts = checks.map((check): CheckedPart => {
    const result = resultOf(check)
    const counts = result.status !== 'na' && result.status !== 'error'
    const weight = check.weight[kind]
    return { ...result, check, points: counts ? weight * earned[result.status] : 0, maxPoints: counts ? weight : 0 }
  })
  const sum = (of: (part: CheckedPart) => number) => parts.reduce((total, part) => total + of(part), 0)
  const max = sum(({ maxPoints }) => maxPoints)
  const unreadWeight = sum(({ status, check }) => (status === 'error' ? check.weight[kind] : 0))
  const observedShare = max + unreadWeight === 0 ? 0 : Math.floor((100 * max) / (max + unreadWeight)) / 100
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
