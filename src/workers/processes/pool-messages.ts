import { Problem } from '../../shared/problems.ts'

/** What the log and callers read. */
export interface PoolMessages {
  /** `text`: the kind of the workers. */
  readonly kind: string
  /** What a job works on: `The text`. */
  readonly subject: string
  /** What can't be used when no worker can start. */
  readonly unavailable: string
}

export function engineFailed({ subject }: PoolMessages): Problem {
  return new Problem('engine_failed', `${subject} could not be processed this time.`, { retryAfter: 5 })
}

export function waitedTooLong({ subject }: PoolMessages): Problem {
  return new Problem('overloaded', `${subject} waited too long for its turn.`, { retryAfter: 5 })
}

export function unavailable(words: PoolMessages): Problem {
  return new Problem('offer_unavailable', words.unavailable, { retryAfter: 60 })
}

export function closing(): Problem {
  return new Problem('shutting_down', 'The service is closing.', { retryAfter: 5 })
}

/** The message of an error, for the log. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
