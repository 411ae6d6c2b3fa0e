import type { Fees } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'

/** A transaction before it is signed. `value` in wei of the gas coin. */
export interface UnsignedTransaction {
  readonly chainId: number
  readonly nonce: number
  readonly to: Hex
  readonly data: Hex
  readonly value: bigint
  readonly gas: bigint
  readonly fees: Fees
}
