import type { FoundName } from './names/search-names.ts'
import { matchScore, reviewScore } from './screening.ts'

/** Bits (see `name-commonness.ts`) up to which thousands of people have a name, among some hundred million, and hundreds of thousands. */
const ofThousands = 18
const ofVeryMany = 11
const below = 0.001
/** Highest score of a name that thousands of people have. */
const maxOfCommon = 0.89

/** The scores of a found name. */
export interface Scores {
  /** By the name alone. */
  readonly byName: number
  /** If another fact, such as a year of birth, is also that of the entry. */
  readonly withFact: number
  /** Thousands of people have the name. */
  readonly isCommon: boolean
}

/**
 * An alias that the list itself calls weak is never a match, and no reason for a review if it is also the name of very many people, such as
 * `Hassan`. The name of thousands of people is a match only with another fact that agrees.
 */
export function scoresOf({ score, bits }: Pick<FoundName, 'score' | 'bits'>, isWeak: boolean): Scores {
  const withFact = isWeak ? Math.min(score, matchScore - below) : score
  const isCommon = bits <= ofThousands
  if (isWeak && bits <= ofVeryMany) return { byName: Math.min(score, reviewScore - below), withFact, isCommon }
  return { byName: isCommon ? Math.min(withFact, maxOfCommon) : withFact, withFact, isCommon }
}
