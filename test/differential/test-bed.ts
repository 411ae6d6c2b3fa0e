import { temporaryWorld } from '../../sandbox/tests/temporary-world.ts'
import type { World, WorldNetwork } from '../../sandbox/world.ts'
import type { NetworkId } from '../../src/chain/chain.ts'
import { connectChain } from '../../src/chain/connect/connect-chain.ts'
import { findNetwork } from '../../src/chain/networks.ts'
import { createRpc } from '../../src/chain/rpc/create-rpc.ts'
import { systemClock, systemTimers } from '../../src/ops/system.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { silentLog } from '../../src/shared/log.ts'
import { silentMetrics } from '../../src/shared/metrics.ts'
import type { Payer } from './draft.ts'
import { createOfficialSide } from './official-side.ts'
import { createOurSide, type OurSide } from './our-side.ts'
import { keyOf, prepareTestAccounts } from './test-accounts.ts'
import type { Side } from './side.ts'
import { openLocalChain, type LocalChain } from './local-chain.ts'
import type { MutationContext } from './mutation.ts'
import { prepareWallets } from './wallets.ts'

/** Both sides on one real local chain, and their payers. */
export interface TestBed {
  readonly official: Side
  /** The official facilitator that may deploy wallets through the factory of `context.deployment`. */
  readonly deploying: Side
  readonly ours: OurSide
  readonly payTo: Hex
  readonly context: MutationContext
  /** Plain accounts with money. */
  readonly rich: readonly Payer[]
  readonly chain: LocalChain
  /** Whether the chain has Multicall3. */
  readonly multicall: boolean
  /** Gives an account this many USDC, a decimal string. */
  fund(account: Hex, usdc: string): Promise<void>
  close(): Promise<void>
}

const base: NetworkId = 'eip155:8453'
/** It has neither Multicall3 nor EIP-7702, and its own token. */
export const skale: NetworkId = 'eip155:1187947933'
const blockMs = 40

export async function openTestBed(id: NetworkId = base): Promise<TestBed> {
  const world = await temporaryWorld({ networks: [id], blockMs })
  try {
    return await prepare(world, world.networks[0]!, id)
  } catch (error) {
    await world.close()
    throw error
  }
}

async function prepare(world: World, network: WorldNetwork, id: NetworkId): Promise<TestBed> {
  const setup = { world, network, chain: openLocalChain(network) }
  const accounts = await prepareTestAccounts(setup)
  const wallets = await prepareWallets({ ...setup, delegation: id !== skale })
  const rpc = createRpc({ urls: [network.rpcUrl], timers: systemTimers, clock: systemClock, log: silentLog, metrics: silentMetrics })
  // With the block time of the local chain, the settler does not wait as long as on the real chain.
  const declared = { ...findNetwork(id)!, blockMs }
  const chain = await connectChain({ network: declared, rpc, clock: systemClock, timers: systemTimers, log: silentLog })
  setup.chain.tick()
  const [ourKey, officialKey] = world.signerKeys as [Hex, Hex]
  const ours = await createOurSide({ chain, payTo: world.payTo, signerKey: ourKey })
  const official = { network, signerKey: officialKey, terms: ours.terms }
  return {
    official: createOfficialSide(official),
    deploying: createOfficialSide({ ...official, factories: [wallets.deployment.factory] }),
    ours,
    payTo: world.payTo,
    rich: accounts.rich,
    chain: setup.chain,
    multicall: chain.multicall,
    context: {
      now: () => Math.floor(Date.now() / 1000),
      spent: accounts.spent,
      payers: { ...accounts.payers, ...wallets.payers },
      stranger: keyOf('stranger'),
      deployment: wallets.deployment,
    },
    fund: (account, usdc) => world.fund(account, usdc),
    async close() {
      setup.chain.stop()
      await ours.close()
      await rpc.close()
      await world.close()
    },
  }
}
