import type { Hex } from '../../shared/bytes.ts'
import type { LabelKind } from '../../shared/label-kinds.ts'
import type { NetworkId } from '../chain.ts'

/** What is known of an address, and from where. */
export interface Label {
  readonly kind: LabelKind
  /** For people: "Binance". */
  readonly name: string
  /** Where it is published, or who says so. */
  readonly source: string
  /** The day on which it was looked up there, as YYYY-MM-DD; null for a source that need not be looked up. */
  readonly checkedOn: string | null
}

export interface LabelledAddress extends Label {
  readonly address: Hex
  /** The networks on which the label holds. Elsewhere the same address may belong to somebody else. Null: everywhere. */
  readonly networks: readonly NetworkId[] | null
}
