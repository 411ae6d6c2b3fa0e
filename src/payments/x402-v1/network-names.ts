import type { NetworkId } from '../../chain/chain.ts'

/** The names that the official client of version 1 has for our networks; it has none for the others. */
const official: Readonly<Record<string, NetworkId>> = {
  base: 'eip155:8453',
  ethereum: 'eip155:1',
  polygon: 'eip155:137',
}

/** Names that other clients of version 1 use. They are accepted, but never sent. */
const others: Readonly<Record<string, NetworkId>> = {
  mainnet: 'eip155:1',
  arbitrum: 'eip155:42161',
  'arbitrum-one': 'eip155:42161',
  optimism: 'eip155:10',
  skale: 'eip155:1187947933',
  'skale-base': 'eip155:1187947933',
}

const ids: ReadonlyMap<string, NetworkId> = new Map([...Object.entries(official), ...Object.entries(others)])
const names: ReadonlyMap<string, string> = new Map(Object.entries(official).map(([name, id]) => [id, name]))
const caip2 = /^eip155:[1-9][0-9]{0,14}$/

/** All names that are accepted. */
export const v1Names: readonly string[] = [...ids.keys()]

/** The network of a name in x402 version 1 (in any case) or of a CAIP-2 id; null for anything else. */
export function readV1Network(text: string): NetworkId | null {
  return ids.get(text.toLowerCase()) ?? (caip2.test(text) ? (text as NetworkId) : null)
}

/** The name of a network in the official client of version 1; null where it has none. */
export function v1NameOf(network: NetworkId): string | null {
  return names.get(network) ?? null
}
