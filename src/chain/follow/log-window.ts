/** How many blocks the next request for logs covers. */
export interface LogWindow {
  readonly blocks: bigint
  /** The node refused so many blocks, or answered with too many logs at once. */
  halve(): void
  /** The node answered with this many logs. */
  took(blocks: bigint, logs: number): void
}

export interface WindowLimits {
  readonly first: number
  readonly max: number
}

/** Logs that are read in a few milliseconds and make a small answer. */
const goodAnswer = 1_000
/** Good answers in a row after which a refused size is tried again at the latest. */
const maxCalm = 32

/**
 * Finds the largest window that a node answers: it doubles while answers are small, and halves when one is refused. A refused
 * size is tried again after ever more good answers, so that a lasting limit is hit rarely and a lifted limit is noticed.
 */
export function createLogWindow({ first, max }: WindowLimits): LogWindow {
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
      neededCalm = Math.min(maxCalm, neededCalm * 2)
    },
    took(blocks, logs) {
      if (logs > 2 * goodAnswer) {
        size = Math.max(1, Math.floor((Number(blocks) * goodAnswer) / logs))
        return
      }
      // A shorter piece at the end of a range says nothing about a full window.
      if (Number(blocks) < size || logs > goodAnswer / 2) return
      if (size >= refused) {
        refused = Infinity
        neededCalm = 1
      }
      const larger = Math.min(max, size * 2)
      calm += 1
      if (larger >= refused && calm < neededCalm) return
      calm = 0
      size = larger
    },
  }
}
