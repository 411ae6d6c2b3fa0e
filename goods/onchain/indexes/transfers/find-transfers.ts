import type { Hex } from '../../../../src/goods/kit/evm.ts'
import { type EventPosition, positionOf } from '../../../../src/goods/kit/follow.ts'
import { uintDigits } from '../../../../src/goods/kit/rpc.ts'
import type { Cell, Query, Row } from '../../../../src/goods/kit/store.ts'
import type { TransferRow } from './transfer-rows.ts'

export interface FoundTransfer extends TransferRow, EventPosition {
  /** As the database names it. */
  readonly network: string
}

export interface LargeTransfersAsked {
  readonly network: string
  readonly token: Hex
  /** In the token's smallest unit. */
  readonly minAmount: bigint
  /** Unix seconds. */
  readonly since: bigint
  /** Only transfers before this position in time; default all. */
  readonly below?: PlaceInTime | undefined
  readonly limit: number
}

export interface PlaceInTime {
  /** Unix seconds. */
  readonly at: bigint
  readonly blockNumber: bigint
  readonly logIndex: bigint
}

/** Above every stored value. */
const top = BigInt(Number.MAX_SAFE_INTEGER)
const everything: PlaceInTime = { at: top, blockNumber: top, logIndex: top }

const columns = 'network, block_number, log_index, block_hash, transaction_hash, at, token, sender, recipient, amount, large'

/** The newest large transfers of a token. */
export const largeTransfers: Query<LargeTransfersAsked, FoundTransfer[]> = {
  name: 'large_transfers',
  sqlite: (transaction, { network, token, minAmount: least, since, below = everything, limit }) =>
    transaction
      .all(
        `SELECT ${columns} FROM token_transfers WHERE network = ? AND token = ? AND large = 1 AND at >= ? AND amount >= ?
           AND (at, block_number, log_index) < (?, ?, ?)
         ORDER BY at DESC, block_number DESC, log_index DESC LIMIT ?`,
        network,
        token.toLowerCase(),
        since,
        uintDigits(least),
        below.at,
        below.blockNumber,
        below.logIndex,
        BigInt(limit),
      )
      .map(readTransfer),
}

export interface NewTransfersAsked extends Omit<LargeTransfersAsked, 'below'> {
  /** Only transfers after this position; null for all. */
  readonly place: { readonly blockNumber: bigint; readonly logIndex: bigint } | null
  /** The last block. */
  readonly until: bigint
}

/** The large transfers of a token after a position, the oldest first. */
export const newTransfers: Query<NewTransfersAsked, FoundTransfer[]> = {
  name: 'new_transfers',
  sqlite: (transaction, { network, token, minAmount: least, since, place, until, limit }) =>
    transaction
      .all(
        `SELECT ${columns} FROM token_transfers WHERE network = ? AND token = ? AND large = 1 AND at >= ? AND amount >= ?
           AND (block_number, log_index) > (?, ?) AND block_number <= ?
         ORDER BY block_number, log_index LIMIT ?`,
        network,
        token.toLowerCase(),
        since,
        uintDigits(least),
        place?.blockNumber ?? -1n,
        place?.logIndex ?? 0n,
        until,
        BigInt(limit),
      )
      .map(readTransfer),
}

export interface TransfersOfAddress {
  readonly network: string
  readonly address: Hex
  /** Unix seconds. */
  readonly since: bigint
  readonly limit: number
}

/** The newest transfers that an address sent or received. */
export const transfersOfAddress: Query<TransfersOfAddress, FoundTransfer[]> = {
  name: 'transfers_of_address',
  sqlite(transaction, { network, address, since, limit }) {
    const asked: Cell[] = [address.toLowerCase(), network, since, BigInt(limit)]
    const newest = 'ORDER BY at DESC, block_number DESC, log_index DESC LIMIT ?'
    const sent = transaction.all(`SELECT ${columns} FROM token_transfers WHERE sender = ? AND network = ? AND at >= ? ${newest}`, ...asked)
    const got = transaction.all(
      `SELECT ${columns} FROM token_transfers WHERE recipient = ? AND network = ? AND at >= ? ${newest}`,
      ...asked,
    )
    // A transfer to oneself is found twice.
    const all = new Map([...sent, ...got].map(readTransfer).map((one) => [`${one.blockNumber} ${one.logIndex}`, one]))
    return [...all.values()].sort(newestFirst).slice(0, limit)
  },
}

export function newestFirst(one: FoundTransfer, other: FoundTransfer): number {
  if (one.at !== other.at) return one.at > other.at ? -1 : 1
  if (one.blockNumber !== other.blockNumber) return one.blockNumber > other.blockNumber ? -1 : 1
  return other.logIndex - one.logIndex
}

function readTransfer(row: Row): FoundTransfer {
  return {
    ...positionOf(row),
    network: row['network'] as string,
    token: row['token'] as Hex,
    sender: row['sender'] as Hex,
    recipient: row['recipient'] as Hex,
    amount: BigInt(`0x${row['amount'] as string}`),
    large: row['large'] === 1n,
  }
}
