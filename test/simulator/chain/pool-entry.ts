import type { Authorization } from '../../../src/chain/chain.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { authorizationsIn } from './calldata.ts'
import type { WaitingTransaction } from './pool.ts'

/** A transaction in the pool, as anybody can read it. */
export interface PoolEntry {
  readonly hash: Hex
  readonly sender: Hex
  /** Null for an outsider's transaction. */
  readonly nonce: number | null
  readonly raw: Hex | null
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Another transaction with its account nonce pays more. A block contains this one only if `choose` takes it. */
  readonly replaced: boolean
  /** The authorizations that it would settle. */
  readonly authorizations: readonly Authorization[]
}

export function poolEntry(asset: Hex, transaction: WaitingTransaction): PoolEntry {
  const { hash, from, signed, to, data, maxFeePerGas, maxPriorityFeePerGas, replaced } = transaction
  return {
    hash,
    sender: from,
    nonce: signed && signed.nonce,
    raw: signed && signed.raw,
    maxFeePerGas,
    maxPriorityFeePerGas,
    replaced,
    // A getter: most readers of the pool do not need it.
    get authorizations() {
      return authorizationsIn(asset, to, data)
    },
  }
}
