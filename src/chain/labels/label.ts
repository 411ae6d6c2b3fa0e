import type { Hex } from '../../shared/bytes.ts'
import type { LabelKind } from '../../shared/label-kinds.ts'
import type { NetworkId } from '../chain.ts'

/** What is known of an address, and from where. */
export interface Label {
  readonly kind: LabelKind
  /** For people: "Binance". */
  readonly name: string
  /** Where it is publicly known from, or who says so. */
  readonly source: string
  /** The day on which it was looked up there, as YYYY-MM-DD; null where it is not of that sort. */
  readonly checkedOn: string | null
}

export interface LabelledAddress extends Label {
  readonly address: Hex
  /** Where it is theirs: a contract at the same address elsewhere may be somebody else's. Null: everywhere. */
  readonly networks: readonly NetworkId[] | null
}
