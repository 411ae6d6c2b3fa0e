import { mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { NetworkId } from '../src/chain/chain.ts'
import type { Hex } from '../src/shared/bytes.ts'
import type { Log } from '../src/shared/log.ts'
import { nodeRpc } from './chains/node-rpc.ts'
import { startChains, type RunningChain } from './chains/start-chains.ts'
import { createFaucet } from './faucet.ts'
import { faucetAmount } from './faucet-amount.ts'
import { openFundedList } from './funded-list.ts'
import { sandboxKeys, type SandboxKeys, type Wallet } from './keys.ts'
import { sandboxNetworks, type SandboxNetwork } from './networks.ts'

/** A network of the sandbox, as the service, the wallet and `GET /sandbox` need it. */
export interface WorldNetwork {
  readonly id: NetworkId
  readonly chainId: number
  /** "base" */
  readonly slug: string
  /** "Base" */
  readonly label: string
  readonly rpcUrl: string
  /** The USDC contract, and its EIP-712 domain. */
  readonly usdc: Hex
  readonly name: string
  readonly version: string
}

/** A whole local world: six chains with USDC, stand-ins for the upstreams, and funded wallets. */
export interface World {
  readonly networks: readonly WorldNetwork[]
  readonly payTo: Hex
  /** Accounts with gas on all chains; made for this sandbox. */
  readonly signerKeys: readonly Hex[]
  /** A wallet with USDC and gas, to pay with. */
  readonly payer: Wallet
  readonly payers: readonly Wallet[]
  /** Base URL of each upstream's stand-in by source id. */
  readonly upstreams: Readonly<Record<string, string>>
  /** The world.json that `attachWorld` reads. It holds keys. */
  readonly file: string
  /** Whether the faucet ever funded this address. */
  isFunded(address: string): boolean
  /**
   * Gives USDC (decimal string, above 0 and at most 1,000,000) and gas coin on all chains; resolves when mined.
   * @throws Problem `invalid_input` for a wrong address or amount.
   */
  fund(address: string, usdc: string): Promise<void>
  /** Saves the chains and ends them; nothing to the chains of an attached world. */
  close(): Promise<void>
}

export interface WorldOptions {
  readonly directory: string
  /** A block per this many milliseconds while transactions are pending; default 1000. */
  readonly blockMs?: number
  readonly log: Log
  /** Default: all six. */
  readonly networks?: readonly NetworkId[]
}

interface WorldFile {
  readonly networks: readonly WorldNetwork[]
  readonly keys: SandboxKeys
  readonly upstreams: Readonly<Record<string, string>>
}

/** What the example wallets begin with. */
const startingUsdc = '1000'

function describe({ id, chainId, slug, name, rpcUrl, asset, domain }: RunningChain): WorldNetwork {
  return { id, chainId, slug, label: name, rpcUrl, usdc: asset, name: domain.name, version: domain.version }
}

function makeWorld(file: string, { networks, keys, upstreams }: WorldFile, chains: readonly RunningChain[], close: () => Promise<void>): World {
  const funded = openFundedList(join(dirname(file), 'funded.txt'))
  const faucet = createFaucet(chains, funded)
  const [payer] = keys.payers
  if (payer === undefined) throw new Error('the sandbox has no payer')
  return {
    networks,
    payTo: keys.payTo.address,
    signerKeys: keys.signers.map(({ privateKey }) => privateKey),
    payer,
    payers: keys.payers,
    upstreams,
    file,
    isFunded: address => funded.has(address),
    async fund(address, usdc) {
      const amount = faucetAmount(address, usdc)
      await faucet.fund(amount.address, amount.units)
    },
    close,
  }
}

function writeWorldFile(file: string, world: WorldFile): void {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(world, null, 2)}\n`, { mode: 0o600 })
  renameSync(unfinished, file)
}

/**
 * Starts a world, or starts one again with all it had.
 * @throws when another process has one in this directory, or a node does not start.
 */
export async function startWorld({ directory, blockMs, log, networks }: WorldOptions): Promise<World> {
  mkdirSync(directory, { recursive: true })
  const home = realpathSync(directory)
  const wanted: readonly SandboxNetwork[] = sandboxNetworks.filter(({ id }) => networks?.includes(id) ?? true)
  const { chains, close } = await startChains({ directory: home, log, networks: wanted, ...(blockMs === undefined ? {} : { blockMs }) })
  try {
    const file = join(home, 'world.json')
    const content: WorldFile = { networks: chains.map(describe), keys: sandboxKeys(home), upstreams: {} }
    const world = makeWorld(file, content, chains, close)
    await prepareWallets(world, content.keys, chains)
    writeWorldFile(file, content)
    return world
  } catch (error) {
    await close()
    throw error
  }
}

/** Gas for the signers, and a first stock for payers that never had one. */
async function prepareWallets(world: World, { signers, payers }: SandboxKeys, chains: readonly RunningChain[]): Promise<void> {
  const gas = `0x${(10n ** 22n).toString(16)}`
  await Promise.all(chains.map(({ rpc }) => rpc.batch(signers.map(({ address }) => ['anvil_setBalance', address, gas]))))
  await Promise.all(payers.filter(({ address }) => !world.isFunded(address)).map(({ address }) => world.fund(address, startingUsdc)))
}

/** Uses a running world of another process, which goes on owning it. `file` is its world.json. */
export function attachWorld(file: string): World {
  const content = JSON.parse(readFileSync(file, 'utf8')) as WorldFile
  const chains = content.networks.map((network): RunningChain => {
    const known = sandboxNetworks.find(({ id }) => id === network.id)
    if (known === undefined) throw new Error(`${file} names an unknown network ${network.id}`)
    return { ...known, rpcUrl: network.rpcUrl, rpc: nodeRpc(network.rpcUrl) }
  })
  return makeWorld(file, content, chains, async () => {})
}
