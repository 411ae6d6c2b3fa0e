/** The middle of some figures, and the least and the greatest of them. */
export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

export function spreadOf(figures: readonly number[]): Spread {
  return { median: percentile(figures, 50), least: Math.min(...figures), most: Math.max(...figures) }
}

/** The smallest figure that this share (0 to 100) of all do not pass. NaN where there are none. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = Float64Array.from(figures).sort()
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? Number.NaN
}
