import type { NetworkId } from '../../chain/chain.ts'
import { findNetwork, namesOf, networks } from '../../chain/networks.ts'

const caip2 = /^eip155:[1-9][0-9]{0,14}$/

/** One name of each network, for messages. */
export function v1Names(): readonly string[] {
  return networks.map(({ slug }) => slug)
}

/** The network of a name in x402 version 1 (in any case) or of a CAIP-2 id; null for anything else. */
export function readV1Network(text: string): NetworkId | null {
  const name = text.toLowerCase()
  return networks.find((network) => namesOf(network).includes(name))?.id ?? (caip2.test(text) ? (text as NetworkId) : null)
}

/** The name of a network in the official client of version 1; null where it has none. */
export function v1NameOf(network: NetworkId): string | null {
  return findNetwork(network)?.v1Name ?? null
}
