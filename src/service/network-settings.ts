import { networks } from '../chain/networks.ts'
import type { Config } from '../config/config.ts'
import type { NetworkEndpoints } from './connect-networks.ts'

/** Where the enabled networks answer in live mode. */
export function liveEndpoints(config: Config): NetworkEndpoints[] {
  return networks.flatMap((network) => {
    const urls = config.rpcUrls.get(network.slug)
    return urls ? [{ network: network.id, urls }] : []
  })
}
