import type { Network } from '../src/chain/chain.ts'
import { networks } from '../src/chain/networks.ts'
import type { Hex } from '../src/shared/bytes.ts'

/** A network of the service, with what its local chain needs. */
export interface SandboxNetwork extends Network {
  readonly token: 'circle' | 'skale'
  /** `berlin` has neither a base fee nor EIP-1559 transactions. */
  readonly hardfork: 'prague' | 'berlin'
  readonly multicall: boolean
}

/** What the local chain of a network is like. */
export function sandboxNetwork(network: Network): SandboxNetwork {
  return network.transactions === 'legacy'
    ? { ...network, token: 'skale', hardfork: 'berlin', multicall: false }
    : { ...network, token: 'circle', hardfork: 'prague', multicall: network.withoutMulticall !== true }
}

/** The networks that come with the service, in the order in which they are offered. */
export const sandboxNetworks: readonly SandboxNetwork[] = networks.map(sandboxNetwork)

export const multicall3Address: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'
