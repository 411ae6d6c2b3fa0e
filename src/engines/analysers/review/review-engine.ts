import type { CodeReview, ReviewCodeInput } from './code-review.ts'

/** A place for one call, from before its payment is claimed until its answer is made. */
export interface ReviewPlace {
  leave(): void
}

/** What reviews code, in processes of its own (docs/code-review.md). */
export interface ReviewEngine {
  /** The version of the rules, for `engine` in answers. */
  readonly version: string
  /** Null when all places are taken. */
  admit(): ReviewPlace | null
  /** `available` while the analysers are being loaded too: calls wait for them. `down` when they can't be used. */
  availability(): 'available' | 'down'
  /** Begins to load the analysers in the background; the first review does so too. */
  load(): void
  /**
   * Reviews code in a worker.
   * @throws Problem `engine_failed` when its time is over or its worker ended, which a caller may try again
   */
  review(input: ReviewCodeInput, options: { readonly signal: AbortSignal }): Promise<CodeReview>
}

/** A review engine with its processes. */
export interface OpenedReviewEngine extends ReviewEngine {
  close(): Promise<void>
}
