import type { Hex } from '../../../../src/goods/kit/evm.ts'
import type { IndexDefinition } from '../../../../src/goods/kit/follow.ts'
import { topics, transferIn } from '../../../../src/goods/kit/rpc.ts'
import { type TransferRow, transferRows } from './transfer-rows.ts'

/** A token whose large transfers are kept. */
export interface FollowedToken {
  readonly address: Hex
  /** The amount at which a transfer is large, in the smallest unit. */
  readonly large: bigint
}

export interface TransfersIndexSettings {
  readonly tokens: readonly FollowedToken[]
  /** Whether every transfer of this address (lower case) is kept, of any amount. */
  isWatched(address: Hex): boolean
  /** How far back the first reading starts. Rows are kept for `keepSeconds`. */
  readonly historySeconds: number
  readonly keepSeconds: number
}

/**
 * Transfers of tokens: the large ones, and those of watched addresses. Amounts are not topics, so every transfer must be read.
 * Therefore history is read only as far back as the settings say.
 */
export function transfersIndex({ tokens, isWatched, historySeconds, keepSeconds }: TransfersIndexSettings): IndexDefinition<TransferRow> {
  const thresholds = new Map(tokens.map(({ address, large }) => [address.toLowerCase(), large]))
  const addresses = [...thresholds.keys()].sort() as Hex[]
  return {
    name: 'transfers',
    subject: `transfers 1 ${addresses.map((address) => `${address}:${thresholds.get(address)}`).join(' ')}`,
    filter: { addresses, events: [topics.transfer] },
    window: { first: 32, max: 2_000 },
    rows: transferRows,
    keepSeconds,
    decode(log) {
      const threshold = thresholds.get(log.address)
      const transfer = transferIn(log)
      if (threshold === undefined || transfer === null) return null
      const { from: sender, to: recipient, value: amount } = transfer
      const large = amount >= threshold
      return large || isWatched(sender) || isWatched(recipient) ? { token: log.address, sender, recipient, amount, large } : null
    },
    async startBlock({ network }, head) {
      const blocks = BigInt(Math.ceil((historySeconds * 1_000) / network.blockMs))
      return head.number > blocks ? head.number - blocks : 0n
    },
  }
}
