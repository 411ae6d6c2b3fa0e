import type { Clock } from '../../shared/clock.ts'

/** How many questions a node gets: a burst, and one a second in the long run. */
export interface QuestionPace {
  /** Milliseconds until the next question may go out. */
  waitMs(): number
  take(): void
}

const burst = 30
const everyMs = 1000
/** A longer wait is from before the clock was set back. */
const maxWaitMs = 60_000

/** Questions that have to wait travel together, so a crowd of callers that ask for all coins costs a node no more than this. */
export function createQuestionPace(clock: Clock): QuestionPace {
  let saved = burst
  let since = clock.now()

  const refill = (): void => {
    const now = clock.now()
    saved = Math.min(burst, saved + Math.max(0, now - since) / everyMs)
    since = now
  }

  return {
    waitMs() {
      refill()
      return saved >= 1 ? 0 : Math.min(maxWaitMs, Math.ceil((1 - saved) * everyMs))
    },
    take() {
      refill()
      saved -= 1
    },
  }
}
