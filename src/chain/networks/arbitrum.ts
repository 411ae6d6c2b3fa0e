import type { Network } from './network.ts'

export const arbitrum: Network = {
  id: 'eip155:42161',
  chainId: 42_161,
  name: 'Arbitrum',
  slug: 'arbitrum',
  alsoNamed: ['arb', 'arb1', 'arbitrum-one'],
  asset: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  domain: { name: 'USD Coin', version: '2' },
  transactions: 'eip1559',
  blockMs: 250,
  confirmations: 1,
  finality: { kind: 'tag' },
  gasCoin: 'ETH',
  coinFeed: '0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612',
  // It counts the cost of calldata on Ethereum as gas of its own.
  extraGas: { perTransaction: 600_000n, perItem: 60_000n },
  explorer: 'https://arbiscan.io',
}
