import type { QuantityKind } from './units.ts'

/** A number with its unit, at tokens `from` to `to` (exclusive). */
export interface Quantity {
  readonly from: number
  readonly to: number
  readonly kind: QuantityKind
  /** As written, in its own unit. */
  readonly value: number
  /** In the base unit of its kind. */
  readonly base: number
  /** The name of its unit; empty for counts. */
  readonly unit: string
  /** Stem of what is counted (`people` of `40 people`), or null. */
  readonly head: string | null
  /** Stems of all words of that noun phrase, at most three. */
  readonly counted: readonly string[]
  readonly bound: 'exact' | 'about' | 'at least' | 'at most' | 'more than' | 'less than'
  /** How many digits its writer knew: `5.3 million` is right to 50,000. Half a unit of the last digit, in the base unit. */
  readonly slack: number
}
