import type { Hex, NetworkId } from '../../../src/goods/kit/evm.ts'
import { isMixer, zeroAddress } from '../../../src/goods/kit/known-addresses.ts'
import type { WalletTransfer } from '../history/wallet-history.ts'
import type { Counterparty } from './wallet-observations.ts'

/**
 * The counterparties with which a wallet moved USDC on a network. Left out are transfers to itself, mints and burns (which have
 * no counterparty) and transfers of nothing (which anybody can make in its name).
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

/** Joins the entries of an address on several networks. The counterparty with the most moved comes first. */
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
  return [...merged.values()].sort((one, other) => Number(moved(other) - moved(one)) || (one.address < other.address ? -1 : 1))
}

export interface Spread {
  /** Share of the largest counterparty in all that was moved, from 0 to 1. */
  readonly largestShare: number
  /** 1 minus the sum of the squared shares (Herfindahl index): 0 with one counterparty, near 1 with many equal ones. */
  readonly spread: number
}

/** How evenly the moved USDC is spread over the counterparties; null where nothing was moved. */
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
