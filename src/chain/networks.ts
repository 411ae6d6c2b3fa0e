import { isDeepStrictEqual } from 'node:util'
import { arbitrum } from './networks/arbitrum.ts'
import { base } from './networks/base.ts'
import { ethereum } from './networks/ethereum.ts'
import type { Network, SigningDomain } from './networks/network.ts'
import { optimism } from './networks/optimism.ts'
import { polygon } from './networks/polygon.ts'
import { skale } from './networks/skale.ts'

const listed: Network[] = [base, ethereum, polygon, arbitrum, optimism, skale]

/**
 * Every network that this process knows, in the order in which they are offered: those that come with the service, then those of
 * `EXTRA_NETWORKS` and `SANDBOX_NETWORKS`. Read it when it is needed, since settings are read after modules are loaded.
 */
export const networks: readonly Network[] = listed

/** Adds the networks that settings declare. Returns what is wrong with one of them; null where all were added or known already. */
export function addNetworks(added: readonly Network[]): string | null {
  for (const network of added) {
    const known = listed.find((one) => one.id === network.id || namesOf(one).some((name) => namesOf(network).includes(name)))
    if (known === undefined) listed.push(network)
    else if (!isDeepStrictEqual(known, network)) return `${network.name} has the chain id or a name of ${known.name} (${known.id})`
  }
  return null
}

/** The network of a CAIP-2 id; undefined for an unsupported one. */
export function findNetwork(id: string): Network | undefined {
  return listed.find((network) => network.id === id)
}

/** The explorer of a network by its CAIP-2 id; undefined where none is known. */
export function explorerOf(id: string): string | undefined {
  return findNetwork(id)?.explorer
}

/** Every name of a network that a client or a person may write, in lower case. */
export function namesOf({ slug, v1Name, alsoNamed = [] }: Network): readonly string[] {
  return [slug, ...(v1Name === undefined ? [] : [v1Name]), ...alsoNamed]
}

/** The setting of the operator that names the nodes of a network. */
export function nodeSetting({ slug }: Pick<Network, 'slug'>): string {
  return `RPC_URL_${slug.toUpperCase().replaceAll('-', '_')}`
}

/** Whether a payer may sign for this domain: the declared one, or the one that the real token is known to have. */
export function isKnownDomain(network: Network, { name, version }: SigningDomain): boolean {
  return [network.domain, network.domainOnChain].some((known) => known?.name === name && known.version === version)
}
