import type { Hex } from '../../src/shared/bytes.ts'
import type { NodeCall } from '../chains/node-rpc.ts'

/** USDC in base units, from one address to another; minted where `from` is null. */
export interface Move {
  readonly from: Hex | null
  readonly to: Hex
  readonly units: bigint
}

export interface Call {
  readonly from: Hex
  readonly to: Hex
  readonly data: Hex
}

/** Something that happened on a network before the sandbox was started. Events of the same moment share a block. */
export interface HistoryEvent {
  /** The slug of a network. */
  readonly network: string
  /** Seconds before the start. */
  readonly ago: number
  /** Calls that install contracts, before everything else in this event. */
  readonly placed?: readonly NodeCall[]
  readonly moves?: readonly Move[]
  /** In this order. */
  readonly calls?: readonly Call[]
  /** Number of further transactions, besides `calls`, that an account has sent by then. Only their number matters. */
  readonly sent?: readonly (readonly [account: Hex, transactions: number])[]
}

export const minute = 60
export const hour = 60 * minute
export const day = 24 * hour
