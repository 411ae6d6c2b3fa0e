import type { ReconcileFinding, FindingKind, KindTotal } from './reconciliation.ts'

/** The most findings that are listed for a network; all are counted. */
const maxListed = 1_000

export interface Findings {
  add(finding: ReconcileFinding): void
  readonly kinds: Readonly<Partial<Record<FindingKind, KindTotal>>>
  readonly listed: readonly ReconcileFinding[]
}

export function collectFindings(): Findings {
  const kinds: Partial<Record<FindingKind, KindTotal>> = {}
  const listed: ReconcileFinding[] = []
  return {
    add(finding) {
      const { count, amount } = kinds[finding.kind] ?? { count: 0, amount: 0n }
      kinds[finding.kind] = { count: count + 1, amount: amount + finding.amount }
      if (listed.length < maxListed) listed.push(finding)
    },
    kinds,
    listed,
  }
}
