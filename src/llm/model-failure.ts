import { Problem, type ProblemCode } from '../shared/problems.ts'

/** Every reason for which a language model gives no answer. The sentences are ours and hold nothing that a provider or a caller wrote. */
const failures = {
  provider_unreachable: { code: 'engine_failed', detail: 'The language model could not be reached.' },
  provider_timeout: { code: 'engine_failed', detail: 'The language model did not answer in time.' },
  provider_busy: { code: 'engine_failed', detail: 'The provider of the language model asks for fewer calls.' },
  provider_refused: { code: 'engine_failed', detail: 'The provider of the language model refused the call.' },
  provider_failed: { code: 'engine_failed', detail: 'The provider of the language model failed.' },
  budget_used_up: { code: 'engine_failed', detail: 'The budget for language models is used up for today.' },
  answer_too_large: { code: 'answer_refused', detail: 'The answer of the language model was too large.' },
  answer_malformed: { code: 'answer_refused', detail: 'The answer of the language model did not have the form that it was asked for.' },
  answer_incomplete: { code: 'answer_refused', detail: 'The answer of the language model was cut off.' },
  answer_declined: { code: 'answer_refused', detail: 'The language model declined to answer.' },
  answer_empty: { code: 'answer_refused', detail: 'The answer of the language model was empty.' },
  answer_echoes: { code: 'answer_refused', detail: 'The language model repeated the text that it was given.' },
  answer_loses_placeholders: { code: 'answer_refused', detail: 'The language model changed parts of the text that must stay as they are.' },
  answer_leaks: { code: 'answer_refused', detail: 'The answer of the language model repeated its instructions.' },
} as const satisfies Readonly<Record<string, { readonly code: ProblemCode; readonly detail: string }>>

export type ModelFailureReason = keyof typeof failures

/** A language model gave no usable answer. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly reason: ModelFailureReason
  /** Milliseconds after which another try makes sense; null where unknown. */
  readonly retryAfterMs: number | null

  /** @param cause for the log only */
  constructor(reason: ModelFailureReason, { retryAfterMs = null, cause }: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(`language model: ${reason}`, cause === undefined ? undefined : { cause })
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }

  /** What a caller sees of it. */
  get problem(): Problem {
    const { code, detail } = failures[this.reason]
    const retryAfter = Math.min(600, Math.max(5, Math.ceil((this.retryAfterMs ?? 0) / 1_000)))
    return new Problem(code, detail, { retryAfter, extra: { failure: this.reason }, cause: this })
  }
}
