/** How much is measured: everything, less for a quick look, or just enough to see that it works. */
export type Effort = 'full' | 'quick' | 'smoke'

/** One thing that is measured. */
export interface Subject {
  /** As `--only` names it. */
  readonly name: string
  readonly title: string
  run(effort: Effort): Promise<Result>
}

export interface Result {
  /** Rows of one table; all have the same columns. */
  readonly rows: readonly Row[]
  readonly targets: readonly Target[]
  /** What a reader must know to understand the figures. */
  readonly notes: readonly string[]
}

export type Row = Readonly<Record<string, string | number>>

export interface Target {
  readonly what: string
  readonly wanted: string
  readonly measured: string
  readonly met: boolean
}

export function atMost(what: string, measured: number, limit: number, unit = ''): Target {
  return { what, wanted: `at most ${limit}${unit}`, measured: `${figure(measured)}${unit}`, met: measured <= limit }
}

export function atLeast(what: string, measured: number, limit: number, unit = ''): Target {
  return { what, wanted: `at least ${limit}${unit}`, measured: `${figure(measured)}${unit}`, met: measured >= limit }
}

/** Rounded to three digits, which is more than such a measurement can tell. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-'
  if (Math.abs(value) >= 100) return value.toFixed(0)
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)
}
