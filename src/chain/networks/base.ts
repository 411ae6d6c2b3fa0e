import type { Network } from './network.ts'

export const base: Network = {
  id: 'eip155:8453',
  chainId: 8453,
  name: 'Base',
  slug: 'base',
  alsoNamed: ['base-mainnet'],
  v1Name: 'base',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  domain: { name: 'USD Coin', version: '2' },
  transactions: 'eip1559',
  blockMs: 2000,
  minBlockSeconds: 2n,
  confirmations: 1,
  finality: { kind: 'tag' },
  gasCoin: 'ETH',
  coinFeed: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70',
  dataFee: true,
  explorer: 'https://basescan.org',
}
