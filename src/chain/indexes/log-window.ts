/** How many blocks the next question for logs covers. */
export interface LogWindow {
  readonly blocks: bigint
  /** The node would not answer for so many blocks, or answered with more than is good at once. */
  halve(): void
  /** It answered, with so many logs. */
  took(blocks: bigint, logs: number): void
}

export interface WindowLimits {
  readonly first: number
  readonly most: number
}

/** So many logs are read in a few milliseconds and fit in a small answer. */
const goodAnswer = 1_000
/** Good answers in a row, at most, before a size is tried again that was refused. */
const longestCalm = 32

/**
 * Finds the largest window that a node answers: it doubles while answers are small, and halves when one is refused. A size
 * that was refused is tried again after ever more good answers, so that a limit that stays is hit rarely, and one that is gone
 * is noticed.
 */
export function createLogWindow({ first, most }: WindowLimits): LogWindow {
  let size = first
  let refused = Infinity
  let calm = 0
  let neededCalm = 1

  return {
    get blocks() {
      return BigInt(size)
    },
    halve() {
      refused = size
      size = Math.max(1, Math.floor(size / 2))
      calm = 0
      neededCalm = Math.min(longestCalm, neededCalm * 2)
    },
    took(blocks, logs) {
      if (logs > 2 * goodAnswer) {
        size = Math.max(1, Math.floor((Number(blocks) * goodAnswer) / logs))
        return
      }
      // A short piece at the end of a range says nothing about a full one.
      if (Number(blocks) < size || logs > goodAnswer / 2) return
      if (size >= refused) {
        refused = Infinity
        neededCalm = 1
      }
      const larger = Math.min(most, size * 2)
      calm += 1
      if (larger >= refused && calm < neededCalm) return
      calm = 0
      size = larger
    },
  }
}
