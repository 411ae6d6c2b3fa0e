/**
 * Work of a search, counted in letters that are compared and names that are looked at: about 0.1 µs each. A search yields whenever a
 * step is full, because a caller who chooses the name must not choose how long the event loop is blocked.
 */
export interface SearchWork {
  add(units: number): void
  /** Whether the step is full, so that the search must yield. */
  isFull(): boolean
  /** The work of this step; the next one begins. */
  take(): number
}

/** Far less than a millisecond. */
export const workPerStep = 2_000

export function createSearchWork(): SearchWork {
  let step = 0
  return {
    add(units) {
      step += units
    },
    isFull: () => step >= workPerStep,
    take() {
      const done = step
      step = 0
      return done
    },
  }
}
