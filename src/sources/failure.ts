import { UpstreamError } from '../net/upstream-errors.ts'

/** Why a source gave nothing, for those who know no floor below the sources. */
export type SourceFailure = UpstreamError

export function isFailure(given: unknown): given is SourceFailure {
  return given instanceof UpstreamError
}

/** What a source threw, as a value; everything else is thrown on. */
export function asFailure(error: unknown): SourceFailure {
  if (isFailure(error)) return error
  throw error
}
