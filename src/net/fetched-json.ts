import { FetchFailed, type FetchFailure } from './fetch-failed.ts'
import { countMembers, parseJson } from './parse-json.ts'
import { UpstreamGarbage, type GarbageReason } from './upstream-errors.ts'

const failureOf: Partial<Record<GarbageReason, FetchFailure>> = { not_text: 'not_text', not_json: 'not_json', too_deep: 'too_deep' }

/** Members and items of an outsider's document: more take long to build. */
const maxMembers = 20_000

/**
 * Parses JSON that an outsider sent. Its depth and its members are counted before anything is built.
 * @throws FetchFailed `not_text`, `not_json`, `too_deep` or `too_large`
 */
export function fetchedJson(bytes: Uint8Array, maxDepth?: number): unknown {
  if (countMembers(bytes) > maxMembers) throw new FetchFailed('too_large')
  try {
    return parseJson(bytes, maxDepth)
  } catch (error) {
    const reason = error instanceof UpstreamGarbage ? failureOf[error.reason] : undefined
    throw reason === undefined ? error : new FetchFailed(reason)
  }
}
