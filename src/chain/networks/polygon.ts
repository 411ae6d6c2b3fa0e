import type { Network } from './network.ts'

export const polygon: Network = {
  id: 'eip155:137',
  chainId: 137,
  name: 'Polygon',
  slug: 'polygon',
  alsoNamed: ['matic', 'pol', 'polygon-pos', 'polygon-mainnet'],
  v1Name: 'polygon',
  asset: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  domain: { name: 'USD Coin', version: '2' },
  transactions: 'eip1559',
  blockMs: 2000,
  confirmations: 1,
  finality: { kind: 'tag' },
  gasCoin: 'POL',
  coinFeed: '0xAB594600376Ec9fD91F8e885dADF0CE036862dE0',
  explorer: 'https://polygonscan.com',
}
