import { isSameFamily } from './cwe-families.ts'
import type { CaseSet } from './read-cases.ts'
import type { ReviewCase } from './review-case.ts'
import type { Reviewer } from './reviewer.ts'

/** Right and wrong answers of one reviewer about one weakness. */
export interface Tally {
  readonly vulnerable: number
  readonly found: number
  readonly fixed: number
  readonly falseAlarms: number
}

export interface Verdict {
  readonly case: ReviewCase
  /** Null where the case has no such half. */
  readonly isFound: boolean | null
  readonly isFalseAlarm: boolean | null
}

/** What a reviewer says of every case of a set; null if it is not installed or knows none of the languages. */
export async function judge(reviewer: Reviewer, { cases }: CaseSet): Promise<readonly Verdict[] | null> {
  const known = cases.filter(({ language }) => reviewer.languages.includes(language))
  if (known.length === 0) return null
  const halves = known.flatMap((one) => [
    { one, text: one.vulnerable, isVulnerable: true },
    { one, text: one.fixed, isVulnerable: false },
  ])
  const texts = halves.flatMap(({ one, text }) => (text === null ? [] : [{ language: one.language, text }]))
  const found = await reviewer.review(texts)
  if (!found) return null
  let next = 0
  const answers = halves.map(({ one, text }) => (text === null ? null : (found[next++] ?? []).some((cwe) => isSameFamily(cwe, one.cwe))))
  return known.map((one, index) => ({ case: one, isFound: answers[2 * index] ?? null, isFalseAlarm: answers[2 * index + 1] ?? null }))
}

/** The verdicts added up, by weakness, with `all` at the end. */
export function tallies(verdicts: readonly Verdict[]): ReadonlyMap<string, Tally> {
  const cwes = [...new Set(verdicts.map((verdict) => verdict.case.cwe))].toSorted(
    (one, other) => Number(one.slice(4)) - Number(other.slice(4)),
  )
  return new Map([...cwes, 'all'].map((cwe) => [cwe, tally(verdicts.filter((verdict) => cwe === 'all' || verdict.case.cwe === cwe))]))
}

function tally(verdicts: readonly Verdict[]): Tally {
  const count = (is: (verdict: Verdict) => boolean) => verdicts.filter((verdict) => is(verdict)).length
  return {
    vulnerable: count(({ isFound }) => isFound !== null),
    found: count(({ isFound }) => isFound === true),
    fixed: count(({ isFalseAlarm }) => isFalseAlarm !== null),
    falseAlarms: count(({ isFalseAlarm }) => isFalseAlarm === true),
  }
}
