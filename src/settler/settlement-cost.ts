import type { Chain, NetworkId } from '../chain/chain.ts'

/** Gas of one payment in a batch of medium size; a payment alone takes about 86,000. */
const gasPerPayment = 60_000n

/**
 * What settling one payment costs by estimate, in USDC base units, rounded up.
 * @param coinPrice USD of one gas coin, in base units of USDC.
 */
export function settlementCost(feePerGas: bigint, coinPrice: bigint): bigint {
  return (gasPerPayment * feePerGas * coinPrice + (10n ** 18n - 1n)) / 10n ** 18n
}

/** Settlement costs by network, refreshed from time to time. A network without a figure is not too expensive. */
export interface SettlementCosts {
  /** Whether settling on this network costs more than the share of this price that the operator allows. */
  isTooExpensive(network: NetworkId, price: bigint): boolean
  /** Gives the networks whose cost is unknown: no coin price, or no answer. They stay offered. */
  refresh(): Promise<NetworkId[]>
}

export function createSettlementCosts(parts: {
  chains: ReadonlyMap<NetworkId, Chain>
  /** USD of a gas coin in USDC base units, null when unknown. */
  coinPrice: (gasCoin: string) => Promise<bigint | null>
  /** Share of the price in basis points. */
  maxShareBasisPoints: bigint
}): SettlementCosts {
  const costs = new Map<NetworkId, bigint>()
  return {
    isTooExpensive(network, price) {
      const cost = costs.get(network)
      return cost !== undefined && cost * 10_000n > price * parts.maxShareBasisPoints
    },
    async refresh() {
      const unknown: NetworkId[] = []
      await Promise.all(
        [...parts.chains].map(async ([id, chain]) => {
          try {
            const [fees, price] = await Promise.all([chain.suggestFees(), parts.coinPrice(chain.network.gasCoin)])
            if (price === null) return void unknown.push(id)
            const perGas = fees.kind === 'legacy' ? fees.gasPrice : fees.maxFeePerGas
            costs.set(id, settlementCost(perGas, price))
          } catch {
            unknown.push(id)
          }
        }),
      )
      return unknown
    },
  }
}
