import { problems, type DecidedBy, type ProblemCode, type ProblemKind } from './problems.ts'

/** A code that a caller may get, as its page describes it. */
export interface ListedProblem {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly fix: string
  readonly retryable: boolean
  readonly decidedBy: DecidedBy
}

/**
 * Every code of `problem+json` answers, in the order of their statuses: those of the till, and those that these offers declare. Pages and documents
 * read the list from here.
 */
export function problemList(offers: readonly { readonly problems: readonly ProblemKind[] }[]): readonly ListedProblem[] {
  const ofGoods = new Map(offers.flatMap((offer) => offer.problems.map((one) => [one.code, one] as const)))
  const ofTill = (Object.keys(problems) as ProblemCode[]).map((code) => ({ code, ...problems[code] }))
  const listed: ListedProblem[] = [...ofTill, ...ofGoods.values()]
  return listed.toSorted((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1))
}
