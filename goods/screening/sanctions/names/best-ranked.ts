/** Keeps those with the highest ranks of any number of values. */
export interface BestRanked {
  add(value: number, rank: number): void
  /** The highest rank first; of equal ranks the one that was added first. */
  ranked(): number[]
}

/** @param max how many values are kept */
export function createBestRanked(max: number): BestRanked {
  let kept: { readonly value: number; readonly rank: number }[] = []
  /** Values up to this rank can't be among the best any more. */
  let passed = -Infinity
  const shorten = () => {
    kept.sort((one, other) => other.rank - one.rank)
    kept = kept.slice(0, max)
    if (kept.length === max) passed = kept.at(-1)?.rank ?? passed
  }
  return {
    add(value, rank) {
      if (rank <= passed) return
      kept.push({ value, rank })
      // Sorting now and then is cheaper than keeping them sorted, and much cheaper than sorting all of them.
      if (kept.length >= 4 * max) shorten()
    },
    ranked() {
      shorten()
      return kept.map(({ value }) => value)
    },
  }
}
