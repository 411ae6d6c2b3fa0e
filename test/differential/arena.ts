import { temporaryWorld } from '../../sandbox/tests/temporary-world.ts'
import type { World, WorldNetwork } from '../../sandbox/world.ts'
import type { NetworkId } from '../../src/chain/chain.ts'
import { connectChain } from '../../src/chain/connect-chain.ts'
import { findNetwork } from '../../src/chain/networks.ts'
import { createRpc } from '../../src/chain/rpc.ts'
import { systemClock, systemTimers } from '../../src/ops/system.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { silentLog } from '../../src/shared/log.ts'
import { silentMetrics } from '../../src/shared/metrics.ts'
import type { Payer } from './draft.ts'
import { createOfficialSide } from './official-side.ts'
import { createOurSide, type OurSide } from './our-side.ts'
import { keyOf, preparePeople } from './people.ts'
import type { Side } from './side.ts'
import { openStageChain, type StageChain } from './stage-chain.ts'
import type { Scene } from './twist.ts'
import { prepareWallets } from './wallets.ts'

/** Both sides over one real local chain, and those who pay them. */
export interface Arena {
  readonly official: Side
  /** The official facilitator when it may deploy wallets through the factory of `scene.deployment`. */
  readonly deploying: Side
  readonly ours: OurSide
  readonly payTo: Hex
  readonly scene: Scene
  /** Plain accounts with money. */
  readonly rich: readonly Payer[]
  readonly chain: StageChain
  /** Whether Multicall3 stands on the chain. */
  readonly multicall: boolean
  /** Gives an account this much, a decimal string. */
  fund(account: Hex, usdc: string): Promise<void>
  close(): Promise<void>
}

const base: NetworkId = 'eip155:8453'
/** Neither Multicall3 nor EIP-7702, and a token of its own. */
export const skale: NetworkId = 'eip155:1187947933'
const blockMs = 40

export async function openArena(id: NetworkId = base): Promise<Arena> {
  const world = await temporaryWorld({ networks: [id], blockMs })
  try {
    return await prepare(world, world.networks[0]!, id)
  } catch (error) {
    await world.close()
    throw error
  }
}

async function prepare(world: World, network: WorldNetwork, id: NetworkId): Promise<Arena> {
  const stage = { world, network, chain: openStageChain(network) }
  const people = await preparePeople(stage)
  const wallets = await prepareWallets({ ...stage, delegation: id !== skale })
  const rpc = createRpc({ urls: [network.rpcUrl], timers: systemTimers, clock: systemClock, log: silentLog, metrics: silentMetrics })
  // Told how fast its blocks are, the settler does not wait for those of the real chain.
  const declared = { ...findNetwork(id)!, blockMs }
  const chain = await connectChain({ network: declared, rpc, clock: systemClock, timers: systemTimers, log: silentLog })
  stage.chain.tick()
  const [ourKey, officialKey] = world.signerKeys as [Hex, Hex]
  const ours = await createOurSide({ chain, payTo: world.payTo, signerKey: ourKey })
  const official = { network, signerKey: officialKey, terms: ours.terms }
  return {
    official: createOfficialSide(official),
    deploying: createOfficialSide({ ...official, factories: [wallets.deployment.factory] }),
    ours,
    payTo: world.payTo,
    rich: people.rich,
    chain: stage.chain,
    multicall: chain.multicall,
    scene: {
      now: () => Math.floor(Date.now() / 1000),
      spent: people.spent,
      payers: { ...people.payers, ...wallets.payers },
      stranger: keyOf('stranger'),
      deployment: wallets.deployment,
    },
    fund: (account, usdc) => world.fund(account, usdc),
    async close() {
      stage.chain.stop()
      await ours.close()
      await rpc.close()
      await world.close()
    },
  }
}
