import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { NodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { nodeRpc } from '../../sandbox/chains/node-rpc.ts'
import type { World, WorldNetwork } from '../../sandbox/world.ts'
import type { NetworkId } from '../../src/chain/chain.ts'
import { findNetwork } from '../../src/chain/networks.ts'
import type { SeededRandom } from './seeded-random.ts'
import { mineChain, type MinedChain } from './mined-chain.ts'
import { openWorld } from './open-world.ts'
import { startRpcProxy, type RpcProxy } from './rpc-proxy.ts'

/** A chain as the payers see it, and the proxy through which the service sees it. */
export interface FaultyChain extends MinedChain {
  readonly network: WorldNetwork
  readonly node: NodeRpc
  readonly proxy: RpcProxy
  /** Every block is final there, so the chain is never reorganised. */
  readonly final: boolean
  /** Whether it accepts EIP-1559 transactions. */
  readonly eip1559: boolean
}

export interface FaultyWorld {
  readonly world: World
  readonly chains: readonly FaultyChain[]
  /** The `world.json` of the service: its chains answer through the proxies. */
  readonly file: string
  chain(network: NetworkId): FaultyChain
  close(): Promise<void>
}

/** Two chains with batches and reorganisations, and one with neither. */
const networks: readonly NetworkId[] = ['eip155:8453', 'eip155:137', 'eip155:1187947933']
const blockMs = 1_000
/** Local chains that outlive the service. Each is behind a proxy that fails on command. */
export async function openFaultyWorld(directory: string, random: SeededRandom): Promise<FaultyWorld> {
  const world = await openWorld(directory, networks)
  const chains = await Promise.all(
    world.networks.map(async (network): Promise<FaultyChain> => {
      const node = nodeRpc(network.rpcUrl)
      const declared = findNetwork(network.id)!
      return {
        network,
        node,
        proxy: await startRpcProxy(network.rpcUrl, random.fork(`proxy ${network.slug}`).unit),
        final: declared.finality.kind === 'depth' && declared.finality.blocks === 0,
        eip1559: declared.transactions === 'eip1559',
        ...mineChain(node, blockMs),
      }
    }),
  )
  // In the same directory as the list of funded wallets.
  const file = join(dirname(world.file), 'world-behind-proxies.json')
  const content = JSON.parse(readFileSync(world.file, 'utf8')) as { networks: WorldNetwork[] }
  const proxied = content.networks.map((network) => ({
    ...network,
    rpcUrl: chains.find((one) => one.network.id === network.id)!.proxy.url,
  }))
  writeFileSync(file, JSON.stringify({ ...content, networks: proxied }), { mode: 0o600 })
  return {
    world,
    chains,
    file,
    chain: (id) => chains.find(({ network }) => network.id === id)!,
    async close() {
      await Promise.all(
        chains.map(async (chain) => {
          await chain.stop()
          await chain.proxy.close()
        }),
      )
      await world.close()
    },
  }
}
