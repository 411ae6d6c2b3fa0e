import type { SourceStamp } from '../../../src/goods/kit/http.ts'

/** Why a source gave no verdict on a company. None of these says anything about the company. */
export type UnavailableReason =
  /** The source, or the authority behind it, did not answer or said that it is out of service. */
  | 'down'
  | 'timeout'
  /** It accepts no more requests now, or our own limit towards it is reached. */
  | 'busy'
  /** It refuses this service's requests until a person acts. */
  | 'blocked'
  /** It answered something that its documentation does not describe. */
  | 'not_understood'
  /** It is switched off here, or its key is missing. */
  | 'disabled'

/** What one source says about one company. "Unavailable" is never "not found", and "not found" is never "invalid". */
export type RegisterFinding<T> =
  | {
      readonly status: 'found'
      readonly value: T
      readonly source: SourceStamp
      /** Sources that a part of the value comes from. */
      readonly others?: readonly SourceStamp[]
      readonly latencyMs: number
    }
  | { readonly status: 'not_found'; readonly source: SourceStamp; readonly latencyMs: number }
  | {
      readonly status: 'unavailable'
      readonly reason: UnavailableReason
      /** Id of the source. */
      readonly sourceId: string
      /** The same question can be answered later. */
      readonly retryable: boolean
      readonly latencyMs: number
    }
