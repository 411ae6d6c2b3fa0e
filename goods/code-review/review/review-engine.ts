import type { Caller, CallPlace, EngineTrial, TriedEngine } from '../../../src/goods/kit/workers.ts'
import type { CodeReview, ReviewCodeInput } from './code-review.ts'

/** What reviews code, in processes of its own (goods/code-review/README.md). */
export interface ReviewEngine {
  /** The version of the rules, for `engine` in answers. */
  readonly version: string
  /** A place for one call; null when none is left for this caller. */
  admit(caller: Caller): CallPlace | null
  /** Whether it works at all. */
  readonly trial: TriedEngine
  /** `available` before the first trial too: calls wait for it. `down` when the analysers can't be used. */
  availability(): 'available' | 'down'
  /**
   * Reviews code in a worker.
   * @throws Problem `engine_failed` when its time is over or its worker ended, which a caller may try again
   */
  review(input: ReviewCodeInput, options: { readonly caller?: Caller; readonly signal: AbortSignal }): Promise<CodeReview>
}

/** A review engine with its processes. */
export interface OpenedReviewEngine extends ReviewEngine {
  readonly trial: EngineTrial
  close(): Promise<void>
}
