/** What one signer may spend on gas a day, unless the settings say otherwise: in gwei of the network's coin. */
export const defaultGasBudgets = {
  /** 0.2 coins: some 2,000 batches at 1 gwei, and the most that an accident may cost. */
  everywhere: 200_000_000n,
  /** By the network's slug. Polygon's coin is worth about a ten thousandth of ether, SKALE's is prepaid. */
  networks: { polygon: 500_000_000_000n, skale: 1_000_000_000_000n },
} as const
