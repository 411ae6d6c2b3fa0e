import { networks } from '../chain/networks.ts'
import type { Config } from '../config/config.ts'
import type { SandboxSites } from '../goods/goods.ts'
import type { AnyOffer, OfferContext } from '../offers/offer.ts'
import type { SandboxView } from './service-input.ts'
import type { NetworkEndpoints } from '../chain/connect/connect-networks.ts'

/** What answers are made from. What payments are made with is another question: a sandbox with real data takes play money. */
export interface DataWorld {
  /** The sandbox whose stand-ins are asked; null where the real upstreams are. */
  readonly standIns: SandboxView | null
  /** Where the chains are read that answers are about; null where these are the chains that payments are on. */
  readonly endpoints: readonly NetworkEndpoints[] | null
}

/** By SANDBOX_SOURCES; in live mode all data are real. */
export function dataWorldOf({ config, sandbox }: { readonly config: Config; readonly sandbox: SandboxView | null }): DataWorld {
  if (sandbox === null || config.sandboxSources === 'stand-ins') return { standIns: sandbox, endpoints: null }
  return { standIns: null, endpoints: endpointsOf(config.readRpcUrls) }
}

/** The sites of the sandbox, where its stand-ins answer. */
export function sandboxSites({ standIns }: Pick<DataWorld, 'standIns'>): SandboxSites | null {
  return standIns && { places: standIns.places ?? new Set(), standIns: standIns.standIns ?? new Map() }
}

/** What the sandbox says of its world to lines, where its stand-ins answer. */
export function sandboxWorld({ standIns }: Pick<DataWorld, 'standIns'>): Readonly<Record<string, unknown>> | null {
  return standIns && { pricePlaces: standIns.pricePlaces, labels: standIns.labels, confirmedOperators: standIns.confirmedOperators }
}

/**
 * What the operator of a sandbox with real data may set so that an offer is sold; null where that is not a node to read from.
 */
export function missingNodes(
  offer: AnyOffer,
  { sources, chains, data }: Pick<OfferContext, 'sources' | 'chains'> & { readonly data: DataWorld },
): string | null {
  if (data.endpoints === null || data.endpoints.length > 0 || offer.available({ sources, chains }) === 'disabled') return null
  return 'Set READ_RPC_URL_BASE, or READ_RPC_URL_… of another network, and start this sandbox again: the offer reads real chains.'
}

/** The nodes that settings name, by network. */
export function endpointsOf(urlsBySlug: ReadonlyMap<string, readonly string[]>): NetworkEndpoints[] {
  return networks.flatMap((network) => {
    const urls = urlsBySlug.get(network.slug)
    return urls ? [{ network: network.id, urls }] : []
  })
}
