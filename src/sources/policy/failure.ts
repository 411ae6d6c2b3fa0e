import { UpstreamError } from '../../net/upstream-errors.ts'

/** Why a source gave no value, for folders that may not import `net`. */
export type SourceFailure = UpstreamError

export function isFailure(given: unknown): given is SourceFailure {
  return given instanceof UpstreamError
}

/** Returns an error of a source as a value, and throws every other error again. */
export function asFailure(error: unknown): SourceFailure {
  if (isFailure(error)) return error
  throw error
}
