/** How alike two names or addresses are. */
export interface Compared {
  /** 0 to 1: from 0.95 the same, from 0.7 similar. */
  readonly score: number
  /** `same` only when nothing that tells companies or places apart differs; a person should look at what is `similar`. */
  readonly verdict: 'same' | 'similar' | 'different'
  /** The parts that differ, in plain words such as `legal form`; empty when nothing does. */
  readonly differing: readonly string[]
}

const sameScore = 0.95
const similarScore = 0.7

/** A score that agrees with the verdict. */
export function scoreFor(verdict: Compared['verdict'], share: number): number {
  const [least, most] = { same: [sameScore, 1], similar: [similarScore, sameScore - 0.01], different: [0, similarScore - 0.01] }[verdict]
  return Math.round(1_000 * Math.max(least as number, Math.min(most as number, share))) / 1_000
}
