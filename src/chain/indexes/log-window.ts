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
/** Good answers in a row, at most, before a larger window is tried after refusals. */
const longestCalm = 32

/**
 * Finds the largest window that a node answers: it doubles while answers are small, and halves when one is refused. After
 * each refusal it waits for more good answers before it tries again, so that a known limit is not hit at every other call.
 */
export function createLogWindow({ first, most }: WindowLimits): LogWindow {
  let size = first
  let calm = 0
  let neededCalm = 1

  return {
    get blocks() {
      return BigInt(size)
    },
    halve() {
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
      calm += 1
      if (calm < neededCalm) return
      calm = 0
      size = Math.min(most, size * 2)
      neededCalm = Math.max(1, Math.floor(neededCalm / 2))
    },
  }
}
