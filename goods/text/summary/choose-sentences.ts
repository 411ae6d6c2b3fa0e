import type { SummaryLength } from './summary.ts'

/** What a choice of sentences needs to know of each. */
export interface SentenceCandidate {
  readonly score: number
  readonly words: number
}

/** A sentence that is this much like a chosen one says the same again. */
const maxAlike = 0.78

/** How much a sentence loses that says what a chosen one says. */
const redundancyWeight = 0.3

/**
 * Chooses sentences by maximal marginal relevance: the best one first, then each time the one that is good and says something else.
 * @param similarity of two candidates, from 0 to 1
 * @returns their places, in the order of the text
 */
export function chooseSentences(
  candidates: readonly SentenceCandidate[],
  similarity: (one: number, other: number) => number,
  length: SummaryLength,
  textWords: number,
): readonly number[] {
  const left = new Set(candidates.keys())
  const scores = fromZeroToOne(candidates.map(({ score }) => score))
  const redundancy = candidates.map(() => 0)
  const chosen: number[] = []
  let words = 0
  const maxWords = 'words' in length ? length.words : 'ratio' in length ? Math.max(1, Math.round(length.ratio * textWords)) : Infinity
  const maxSentences = 'sentences' in length ? length.sentences : Infinity
  const worth = (place: number) => (1 - redundancyWeight) * (scores[place] ?? 0) - redundancyWeight * (redundancy[place] ?? 0)
  while (chosen.length < maxSentences) {
    let best: number | null = null
    for (const place of left) {
      // The first one is taken at any length: a summary is never empty.
      const fits = chosen.length === 0 || words + (candidates[place]?.words ?? 0) <= maxWords
      if (fits && (best === null || worth(place) > worth(best))) best = place
    }
    if (best === null) break
    left.delete(best)
    chosen.push(best)
    words += candidates[best]?.words ?? 0
    for (const place of left) {
      const alike = similarity(best, place)
      redundancy[place] = Math.max(redundancy[place] ?? 0, alike)
      if (alike >= maxAlike) left.delete(place)
    }
  }
  return chosen.sort((one, other) => one - other)
}

function fromZeroToOne(values: readonly number[]): readonly number[] {
  const low = Math.min(...values)
  const range = Math.max(...values) - low
  return values.map((value) => (range === 0 ? 1 : (value - low) / range))
}
