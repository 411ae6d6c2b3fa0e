import { FetchFailed, type FetchFailure } from './fetch-failed.ts'
import { parseJson } from './parse-json.ts'
import { UpstreamGarbage, type GarbageReason } from './upstream-errors.ts'

const failureOf: Partial<Record<GarbageReason, FetchFailure>> = { not_text: 'not_text', not_json: 'not_json', too_deep: 'too_deep' }

/**
 * Parses JSON that an outsider sent. Its depth is measured before anything is built.
 * @throws FetchFailed `not_text`, `not_json` or `too_deep`
 */
export function fetchedJson(bytes: Uint8Array, maxDepth?: number): unknown {
  try {
    return parseJson(bytes, maxDepth)
  } catch (error) {
    const reason = error instanceof UpstreamGarbage ? failureOf[error.reason] : undefined
    throw reason === undefined ? error : new FetchFailed(reason)
  }
}
