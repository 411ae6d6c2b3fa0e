import { type Hex, type NetworkId, networks } from '../../../src/goods/kit/evm.ts'
import type { Indexes } from '../indexes/create-indexes.ts'

/** A transfer that the index holds. Addresses are lower case. */
export interface LargeTransfer {
  readonly network: NetworkId
  readonly token: Hex
  readonly sender: Hex
  readonly recipient: Hex
  /** In the smallest unit of the token. */
  readonly amount: bigint
  readonly transactionHash: Hex
  readonly blockNumber: bigint
  readonly logIndex: number
  /** Unix seconds. */
  readonly at: bigint
}

/** The position of a transfer in the order of all: newest first, and at the same time by the order of the networks. */
export interface TransferPosition {
  readonly at: bigint
  readonly blockNumber: bigint
  readonly logIndex: bigint
  readonly network: NetworkId
}

export interface TransfersAsked {
  readonly tokens: readonly { readonly network: NetworkId; readonly token: Hex; readonly least: bigint }[]
  /** Unix seconds. */
  readonly since: bigint
  /** The end of the previous page. */
  readonly after: TransferPosition | undefined
  readonly limit: number
}

/** One page of the large transfers of several networks, newest first, and the position at which the next page begins. */
export async function readLargeTransfers(
  index: Pick<Indexes['transfers'], 'large'>,
  { tokens, since, after, limit }: TransfersAsked,
): Promise<{ readonly transfers: readonly LargeTransfer[]; readonly next: TransferPosition | null }> {
  const found = await Promise.all(
    tokens.map(async ({ network, token, least }) => {
      const rows = await index.large({ network, token, minAmount: least, since, below: after && below(after, network), limit: limit + 1 })
      return rows.map((row): LargeTransfer => ({ ...row, network }))
    }),
  )
  const sorted = found.flat().sort(newestFirst)
  const transfers = sorted.slice(0, limit)
  const last = transfers.at(-1)
  return { transfers, next: last && sorted.length > limit ? { ...last, logIndex: BigInt(last.logIndex) } : null }
}

/** A network that comes later in the order continues with the transfer at the same position, because that page has not shown it yet. */
function below({ at, blockNumber, logIndex, network: end }: TransferPosition, network: NetworkId) {
  return { at, blockNumber, logIndex: rankOf(network) > rankOf(end) ? logIndex + 1n : logIndex }
}

function newestFirst(one: LargeTransfer, other: LargeTransfer): number {
  if (one.at !== other.at) return one.at > other.at ? -1 : 1
  if (one.blockNumber !== other.blockNumber) return one.blockNumber > other.blockNumber ? -1 : 1
  return other.logIndex - one.logIndex || rankOf(one.network) - rankOf(other.network)
}

function rankOf(network: NetworkId): number {
  const rank = networks.findIndex(({ id }) => id === network)
  return rank < 0 ? networks.length : rank
}
