import type { Hex } from '../../../shared/bytes.ts'
import { topics } from '../../abi.ts'
import { transferIn } from '../../settlement-logs.ts'
import type { IndexDefinition } from '../index-definition.ts'
import { type TransferRow, transferRows } from './transfer-rows.ts'

/** A token whose large transfers are kept. */
export interface FollowedToken {
  readonly address: Hex
  /** From this amount on, in its smallest unit. */
  readonly large: bigint
}

export interface TransfersIndexSettings {
  readonly tokens: readonly FollowedToken[]
  /** Whether every transfer of this address is kept, however small. Lower case. */
  isWatched(address: Hex): boolean
  /** How far back the first reading begins. What is read stays for `keepSeconds`. */
  readonly historySeconds: number
  readonly keepSeconds: number
}

/**
 * Transfers of tokens, the large ones and those of watched addresses. Amounts are no topics, so that all transfers are read;
 * therefore history is read only so far back as the settings say.
 */
export function transfersIndex({ tokens, isWatched, historySeconds, keepSeconds }: TransfersIndexSettings): IndexDefinition<TransferRow> {
  const thresholds = new Map(tokens.map(({ address, large }) => [address.toLowerCase(), large]))
  const addresses = [...thresholds.keys()].sort() as Hex[]
  return {
    name: 'transfers',
    subject: `transfers 1 ${addresses.map((address) => `${address}:${thresholds.get(address)}`).join(' ')}`,
    filter: { addresses, events: [topics.transfer] },
    window: { first: 32, most: 2_000 },
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
