/** How two words are alike: the same word, or one that a person should look at. */
export interface Likeness {
  readonly same: boolean
  /** 0 to 1. */
  readonly score: number
}

export interface PairedWords {
  /** Positions of words that are alike, in the order of the first text. */
  readonly pairs: readonly { readonly first: number; readonly second: number; readonly likeness: Likeness }[]
  /** Positions of words that only one text has. */
  readonly onlyFirst: readonly number[]
  readonly onlySecond: readonly number[]
}

/** Pairs each word of one text with its most similar word of the other, the most similar pairs first. */
export function pairWords<Word>(
  first: readonly Word[],
  second: readonly Word[],
  likeness: (one: Word, other: Word) => Likeness | null,
): PairedWords {
  const all = first.flatMap((one, at) =>
    second.flatMap((other, otherAt) => {
      const alike = likeness(one, other)
      return alike === null ? [] : [{ first: at, second: otherAt, likeness: alike }]
    }),
  )
  const rank = ({ same, score }: Likeness) => (same ? 1 : 0) + score
  // Equal words keep their order, so that a repeated word is paired with the one at its place.
  all.sort((a, b) => rank(b.likeness) - rank(a.likeness) || Math.abs(a.first - a.second) - Math.abs(b.first - b.second))
  const freeFirst = new Set(first.keys())
  const freeSecond = new Set(second.keys())
  const pairs = all.filter((pair) => {
    if (!freeFirst.has(pair.first) || !freeSecond.has(pair.second)) return false
    freeFirst.delete(pair.first)
    freeSecond.delete(pair.second)
    return true
  })
  return { pairs: pairs.toSorted((a, b) => a.first - b.first), onlyFirst: [...freeFirst], onlySecond: [...freeSecond] }
}
