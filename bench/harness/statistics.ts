/** The median of some figures, their minimum and their maximum. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export function spreadOf(figures: readonly number[]): Spread {
  return { median: percentile(figures, 50), min: Math.min(...figures), max: Math.max(...figures) }
}

/** The percentile of some figures, by share from 0 to 100. NaN without figures. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = Float64Array.from(figures).sort()
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? Number.NaN
}
