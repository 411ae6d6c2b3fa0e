import { problems, type DecidedBy, type ProblemCode } from './problems.ts'

/** A code that a caller may get, as its page describes it. */
export interface ListedProblem {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly fix: string
  readonly retryable: boolean
  readonly decidedBy: DecidedBy
}

/** Every code of `problem+json` answers, in the order of their statuses. Pages and documents read the list from here. */
export function problemList(): readonly ListedProblem[] {
  const listed = (Object.keys(problems) as ProblemCode[]).map((code) => ({ code, ...problems[code] }))
  return listed.toSorted((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1))
}
