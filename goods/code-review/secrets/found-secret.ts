import type { FindingSeverity } from '../finding.ts'

/** A secret by its place. The secret itself is kept nowhere else. */
export interface FoundSecret {
  readonly id: string
  readonly title: string
  readonly severity: FindingSeverity
  readonly confidence: number
  /** Offsets in UTF-16 code units. */
  readonly from: number
  readonly to: number
  /** Characters at its beginning that may be shown. */
  readonly shown: number
}
