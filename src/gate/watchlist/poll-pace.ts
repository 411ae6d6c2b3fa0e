import { hasPassed, type Clock } from '../../shared/clock.ts'
import { createLastUsed } from '../../shared/last-used.ts'

/** Milliseconds after which a poll that brought nothing new may be repeated. An earlier one gets a 429, since it costs us a search. */
const everyMs = 60_000

export interface PollPace {
  /** Whole seconds until this position may be polled again; 0 for now. */
  wait(position: string): number
  /** A poll of this position has brought nothing. */
  broughtNothing(position: string): void
}

/** One poll a minute for each payer and query, of those that bring nothing. Polls that are charged are not limited. */
export function createPollPace(clock: Clock): PollPace {
  const polls = createLastUsed<number>(50_000)
  return {
    wait(position) {
      const last = polls.get(position)
      if (last === undefined || hasPassed(last, everyMs, clock.now())) return 0
      return Math.max(1, Math.ceil((last + everyMs - clock.now()) / 1000))
    },
    broughtNothing: (position) => void polls.set(position, clock.now()),
  }
}
