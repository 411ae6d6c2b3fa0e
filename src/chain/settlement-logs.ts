import type { Hex } from '../shared/bytes.ts'
import { topics } from './abi.ts'
import { sameAddress } from './address.ts'
import type { EventLog, Network, TransactionReceipt } from './chain.ts'

/** An authorization that a transaction used, with its transfer. Addresses are lower case. */
export interface SettlementLog {
  readonly payer: Hex
  readonly nonce: Hex
  readonly to: Hex
  /** Base units. */
  readonly value: bigint
  /** Of the Transfer log. */
  readonly logIndex: number
  /** The position among the transaction's transfers of this value to this payee, see `TransferFact`. */
  readonly occurrence: number
}

/**
 * What a receipt proves about authorizations of the network's USDC: for each AuthorizationUsed, the next Transfer from the
 * same payer in log order, before any other authorization of the token. Logs of other contracts are ignored. A use without
 * such a transfer is omitted.
 */
export function settlementsIn(receipt: Pick<TransactionReceipt, 'logs'>, network: Pick<Network, 'asset'>): SettlementLog[] {
  const logs = receipt.logs.filter((log) => sameAddress(log.address, network.asset)).toSorted((one, other) => one.logIndex - other.logIndex)
  const settlements: SettlementLog[] = []
  const seen = new Map<string, number>()
  let used: { payer: Hex; nonce: Hex } | null = null
  for (const log of logs) {
    const [event, first, second] = log.topics
    if (event === topics.authorizationUsed && first && second && log.topics.length === 3) {
      used = { payer: addressOf(first), nonce: second.toLowerCase() as Hex }
    } else if (event === topics.authorizationCanceled) {
      used = null
    } else {
      const transfer = transferIn(log)
      if (transfer === null) continue
      const { from, to, value } = transfer
      const occurrence = seen.get(`${to} ${value}`) ?? 0
      seen.set(`${to} ${value}`, occurrence + 1)
      if (from !== used?.payer) continue
      settlements.push({ ...used, to, value, logIndex: log.logIndex, occurrence })
      used = null
    }
  }
  return settlements
}

/** An ERC-20 Transfer with lower-case addresses; null for any other log. */
export function transferIn({ topics: [event, from, to, ...rest], data }: EventLog): { from: Hex; to: Hex; value: bigint } | null {
  if (event !== topics.transfer || !from || !to || rest.length > 0 || data.length !== 66) return null
  return { from: addressOf(from), to: addressOf(to), value: BigInt(data) }
}

function addressOf(topic: Hex): Hex {
  return `0x${topic.slice(26).toLowerCase()}`
}
