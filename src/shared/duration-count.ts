/** Milliseconds: upper ends of the classes in which durations are counted, each about 1.5 times the one before. */
export const durationEnds = [
  1, 2, 3, 5, 7, 10, 15, 25, 40, 60, 100, 150, 250, 400, 600, 1000, 1500, 2500, 4000, 6000, 10_000, 20_000, 60_000,
]

const lastEnd = durationEnds.at(-1)!
const keys = durationEnds.map(String)

/** The key of the class that holds this duration; longer ones than the last end are counted with it. */
export function durationKey(ms: number): string {
  const index = durationEnds.findIndex((end) => ms < end)
  return index === -1 ? keys.at(-1)! : keys[index]!
}

/**
 * The duration that this share of the counted ones does not exceed, rounded up to the end of its class, in milliseconds. Null where none was
 * counted.
 * @param counts how many durations each class holds, by `durationKey`
 * @param share between 0 and 1
 */
export function durationAtShare(counts: ReadonlyMap<string, number>, share: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let seen = 0
  for (const end of durationEnds) {
    seen += counts.get(String(end)) ?? 0
    if (seen >= total * share) return end
  }
  return lastEnd
}
