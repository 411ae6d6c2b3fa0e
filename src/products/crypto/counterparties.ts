import type { NetworkId } from '../../chain/chain.ts'
import type { WalletTransfer } from '../../chain/history/wallet-history.ts'
import { zeroAddress } from '../../chain/labels/known-addresses.ts'
import { isMixer } from '../../chain/labels/mixers.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Counterparty } from './wallet-observations.ts'

/**
 * With whom a wallet moved something on a network. What it sent to itself is no dealing, what was minted or burned has no
 * other side, and a transfer of nothing may be of anybody's making.
 */
export function counterpartiesOf(network: NetworkId, transfers: readonly WalletTransfer[]): Counterparty[] {
  const found = new Map<Hex, Counterparty>()
  for (const { direction, counterparty: address, amount } of transfers) {
    if (direction === 'self' || amount === 0n || address === zeroAddress) continue
    const held = found.get(address) ?? {
      address,
      networks: [network],
      transfers: 0,
      received: 0n,
      sent: 0n,
      mixer: isMixer(network, address),
    }
    found.set(address, {
      ...held,
      transfers: held.transfers + 1,
      received: held.received + (direction === 'in' ? amount : 0n),
      sent: held.sent + (direction === 'out' ? amount : 0n),
    })
  }
  return [...found.values()]
}

/** The same somebody on several networks is one; who moved most comes first. */
export function mergeCounterparties(lists: readonly (readonly Counterparty[])[]): Counterparty[] {
  const merged = new Map<Hex, Counterparty>()
  for (const one of lists.flat()) {
    const held = merged.get(one.address)
    merged.set(
      one.address,
      held
        ? {
            address: one.address,
            networks: [...new Set([...held.networks, ...one.networks])],
            transfers: held.transfers + one.transfers,
            received: held.received + one.received,
            sent: held.sent + one.sent,
            mixer: held.mixer || one.mixer,
          }
        : one,
    )
  }
  return [...merged.values()].sort((one, other) => Number(moved(other) - moved(one)) || one.address.localeCompare(other.address))
}

export interface Spread {
  /** Share of all that was moved that was moved with the largest, from 0 to 1. */
  readonly largestShare: number
  /** One less the sum of the squares of all shares (Herfindahl): 0 with one counterparty, near 1 with many alike. */
  readonly spread: number
}

/** How evenly what was moved is spread; null where nothing was. */
export function spreadOf(counterparties: readonly Counterparty[]): Spread | null {
  const amounts = counterparties.map((one) => Number(moved(one)))
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  if (total === 0) return null
  const shares = amounts.map((amount) => amount / total)
  const spread = 1 - shares.reduce((sum, share) => sum + share * share, 0)
  return { largestShare: Math.max(...shares), spread: Math.max(0, spread) }
}

function moved({ received, sent }: Counterparty): bigint {
  return received + sent
}
