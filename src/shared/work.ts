/**
 * Work over what an outsider wrote, counted in steps: letters that are compared, entries that are looked at, about 0.1 µs each.
 * The writer must choose neither how long the event loop is blocked nor how long a worker is kept. So every rule whose time can
 * grow faster than its text books its steps: it yields when a turn is full, or it stops when the budget is used up, and the answer
 * says what was left out.
 */
export interface Work {
  add(steps: number): void
  /** Whether the steps of this turn are done, so that the work must yield. */
  isFull(): boolean
  /** The steps of this turn; the next one begins. */
  take(): number
  /** Whether the budget is used up, so that the work must stop. */
  isSpent(): boolean
}

/** Steps: far less than a millisecond. */
export const workPerTurn = 2_000

/** @param budget steps for the whole; work without a budget only yields */
export function createWork(budget = Infinity): Work {
  let turn = 0
  let left = budget
  return {
    add(steps) {
      turn += steps
      left -= steps
    },
    isFull: () => turn >= workPerTurn,
    take() {
      const done = turn
      turn = 0
      return done
    },
    isSpent: () => left <= 0,
  }
}
