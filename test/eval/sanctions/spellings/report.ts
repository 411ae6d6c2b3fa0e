import type { Spelling } from './generate.ts'

type Strength = 'match' | 'review' | 'candidate' | null

/** How the right entry was found for a spelling. */
export interface Found {
  readonly spelling: Spelling
  /** Of the right entry; 0 when it was not among the answer's entries. */
  readonly score: number
  readonly strength: Strength
}

/** The best entry that an ordinary name found. */
export interface Alarm {
  readonly language: string
  readonly name: string
  readonly score: number
  readonly strength: Strength
  readonly matched: string | null
}

/** Shares are from 0 to 1. */
export interface Recall {
  readonly language: string
  readonly script: string
  readonly kind: string
  readonly count: number
  /** At the score at which 0.5 % of ordinary names raise an alarm. */
  readonly atThreshold: number
  /** As a match or a review, as the verdict says. */
  readonly asReview: number
  readonly asMatch: number
}

export interface Report {
  readonly ordinaryNames: number
  readonly threshold: number
  readonly alarmsAtThreshold: number
  readonly alarmsAsReview: number
  readonly alarmsAsMatch: number
  readonly alarmsByLanguage: Readonly<Record<string, number>>
  readonly total: Recall
  readonly languages: readonly Recall[]
  readonly kinds: readonly Recall[]
  readonly languagesAndKinds: readonly Recall[]
  readonly misses: readonly {
    readonly language: string
    readonly kind: string
    readonly listed: string
    readonly text: string
    readonly score: number
  }[]
}

const alarmShare = 0.005
const all = 'all'

export function reportOn(found: readonly Found[], alarms: readonly Alarm[]): Report {
  const threshold = thresholdOf(alarms)
  const share = (test: (alarm: Alarm) => boolean) => alarms.filter(test).length / alarms.length
  const isReview = ({ strength }: { readonly strength: Strength }) => strength === 'match' || strength === 'review'
  const isMatch = ({ strength }: { readonly strength: Strength }) => strength === 'match'
  const recallOf = (some: readonly Found[], name: Pick<Recall, 'language' | 'script' | 'kind'>): Recall => {
    const part = (test: (one: Found) => boolean) => some.filter(test).length / some.length
    return {
      ...name,
      count: some.length,
      atThreshold: part(({ score }) => score >= threshold),
      asReview: part(isReview),
      asMatch: part(isMatch),
    }
  }
  const by = (nameOf: (spelling: Spelling) => Pick<Recall, 'language' | 'script' | 'kind'>) =>
    Object.values(Object.groupBy(found, ({ spelling }) => JSON.stringify(nameOf(spelling))))
      .flatMap((some = []) => (some[0] ? [recallOf(some, nameOf(some[0].spelling))] : []))
      .toSorted((one, other) => one.language.localeCompare(other.language) || other.count - one.count)
  return {
    ordinaryNames: alarms.length,
    threshold,
    alarmsAtThreshold: share(({ score }) => score >= threshold),
    alarmsAsReview: share(isReview),
    alarmsAsMatch: share(isMatch),
    alarmsByLanguage: Object.fromEntries(
      Object.entries(Object.groupBy(alarms, ({ language }) => language)).map(([language, some = []]) => [
        language,
        some.filter(isReview).length / some.length,
      ]),
    ),
    total: recallOf(found, { language: all, script: all, kind: all }),
    languages: by(({ language, script }) => ({ language, script, kind: all })),
    kinds: by(({ kind }) => ({ language: all, script: all, kind })),
    languagesAndKinds: by(({ language, script, kind }) => ({ language, script, kind })),
    misses: found
      .filter((one) => !isReview(one))
      .map(({ spelling: { language, kind, of, text }, score }) => ({ language, kind, listed: of.name, text, score })),
  }
}

/** The lowest score at which no more than 0.5 % of ordinary names raise an alarm. Screening answers with no score below its lowest. */
function thresholdOf(alarms: readonly Alarm[]): number {
  const allowed = Math.floor(alarms.length * alarmShare)
  const scores = alarms.map(({ score }) => score).toSorted((one, other) => other - one)
  const tooLow = scores[allowed] ?? 0
  return tooLow === 0 ? Number.MIN_VALUE : tooLow + 1e-9
}
