import type { Network } from './network.ts'

export const optimism: Network = {
  id: 'eip155:10',
  chainId: 10,
  name: 'Optimism',
  slug: 'optimism',
  alsoNamed: ['op', 'oeth', 'op-mainnet', 'optimism-mainnet'],
  asset: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  domain: { name: 'USD Coin', version: '2' },
  transactions: 'eip1559',
  blockMs: 2000,
  minBlockSeconds: 2n,
  confirmations: 1,
  finality: { kind: 'tag' },
  gasCoin: 'ETH',
  coinFeed: '0x13e3Ee699D1909E989722E753853AE30b17e08c5',
  dataFee: true,
  explorer: 'https://optimistic.etherscan.io',
}
