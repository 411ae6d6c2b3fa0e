import type { Network } from './network.ts'

/**
 * The token came over a bridge. Its declared domain is the one of the service specification, which the sandbox uses; the real
 * signing domain is read when the chain is connected, and documents and terms show that one.
 */
export const skale: Network = {
  id: 'eip155:1187947933',
  chainId: 1_187_947_933,
  name: 'SKALE',
  slug: 'skale',
  alsoNamed: ['skale-base'],
  asset: '0x85889c8c714505E0c94b30fcfcF64fE3Ac8FCb20',
  bridged: { symbol: 'USDC.e', issuer: 'SKALE bridge' },
  domain: { name: 'USDC', version: '1' },
  domainOnChain: { name: 'Bridged USDC (SKALE Bridge)', version: '2' },
  transactions: 'legacy',
  blockMs: 1000,
  confirmations: 1,
  // A block of this chain is final as soon as it exists.
  finality: { kind: 'depth', blocks: 0 },
  gasCoin: 'CREDIT',
  withoutMulticall: true,
}
