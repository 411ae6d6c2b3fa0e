import { Problem, problems, type ProblemCode, type ProblemKind, type ProblemOptions } from './problems.ts'

/**
 * Why somebody gets no answer. It keeps this one form from the check that finds it to the surface that says it. A `Problem` is a refusal that
 * can be thrown.
 */
export interface Refusal {
  /** Code, status, how to mend it, and whether the same request may succeed later. */
  readonly kind: ProblemKind
  readonly code: string
  readonly status: number
  /** What was wrong. Callers read it, so it must not hold internal text. */
  readonly message: string
  readonly options: ProblemOptions
}

/** A refusal that is returned, not thrown. */
export function refusalOf(kind: ProblemCode | ProblemKind, message: string, options: ProblemOptions = {}): Refusal {
  const known = typeof kind === 'string' ? { code: kind, ...problems[kind] } : kind
  return { kind: known, code: known.code, status: known.status, message, options }
}

/** The same refusal for code that has no way to return it. */
export function asProblem({ kind, message, options }: Refusal): Problem {
  return new Problem(kind, message, options)
}
