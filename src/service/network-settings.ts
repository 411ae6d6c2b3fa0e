import { networks } from '../chain/networks.ts'
import type { Config } from '../config/config.ts'
import type { NetworkEndpoints } from './connect-networks.ts'
import type { SettlerPolicy } from '../settler/policy.ts'

/** What signers may spend on gas a day, by network id. */
export function gasPolicy(config: Config): Pick<SettlerPolicy, 'gasBudgetGweiPerDay' | 'gasBudgets'> {
  const { everywhere, networks: exceptions } = config.gasBudgetGwei
  const gasBudgets = networks.flatMap((network) => {
    const budget = exceptions.get(network.slug)
    return budget === undefined ? [] : [[network.id, budget] as const]
  })
  return { gasBudgetGweiPerDay: everywhere, gasBudgets: Object.fromEntries(gasBudgets) }
}

/** Where the enabled networks answer in live mode. */
export function liveEndpoints(config: Config): NetworkEndpoints[] {
  return networks.flatMap((network) => {
    const urls = config.rpcUrls.get(network.slug)
    return urls ? [{ network: network.id, urls }] : []
  })
}
