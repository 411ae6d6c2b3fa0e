import { networks } from './networks.ts'
import type { Network } from './chain.ts'

/** Names besides our own under which people and clients know a network: of ERC-3770, of explorers, of wallets. */
const otherNames: Readonly<Record<string, Network['slug']>> = {
  eth: 'ethereum',
  mainnet: 'ethereum',
  'eth-mainnet': 'ethereum',
  'ethereum-mainnet': 'ethereum',
  'base-mainnet': 'base',
  matic: 'polygon',
  pol: 'polygon',
  'polygon-pos': 'polygon',
  'polygon-mainnet': 'polygon',
  arb: 'arbitrum',
  arb1: 'arbitrum',
  'arbitrum-one': 'arbitrum',
  op: 'optimism',
  oeth: 'optimism',
  'op-mainnet': 'optimism',
  'optimism-mainnet': 'optimism',
  'skale-base': 'skale',
}

/** The network that a text names, in any case: by its CAIP-2 id, its number, or a name; undefined for any other. */
export function networkNamed(text: string): Network | undefined {
  const name = text.trim().toLowerCase()
  const slug = Object.hasOwn(otherNames, name) ? otherNames[name] : name
  return networks.find((one) => one.id === name || one.slug === slug || String(one.chainId) === name)
}
