/** What computes the answers of an offer, as far as selling them needs to know it. */
export interface TriedEngine {
  /** `untried` until the first trial has ended. A `failed` engine is tried again from time to time. */
  standing(): 'untried' | 'works' | 'failed'
  /** Begins the first trial, unless it has begun. Resolves when it has ended. */
  tried(): Promise<void>
}
