import type { Network } from './network.ts'

export const ethereum: Network = {
  id: 'eip155:1',
  chainId: 1,
  name: 'Ethereum',
  slug: 'ethereum',
  alsoNamed: ['eth', 'mainnet', 'eth-mainnet', 'ethereum-mainnet'],
  v1Name: 'ethereum',
  asset: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  domain: { name: 'USD Coin', version: '2' },
  transactions: 'eip1559',
  blockMs: 12_000,
  minBlockSeconds: 12n,
  confirmations: 1,
  finality: { kind: 'tag' },
  gasCoin: 'ETH',
  coinFeed: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
  explorer: 'https://etherscan.io',
}
