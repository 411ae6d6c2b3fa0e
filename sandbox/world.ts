import { mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { NetworkId } from '../src/chain/chain.ts'
import { findNetwork, networks as knownNetworks } from '../src/chain/networks.ts'
import type { Hex } from '../src/shared/bytes.ts'
import type { Log } from '../src/shared/log.ts'
import { explained } from '../src/store/sqlite/unopenable.ts'
import { nodeRpc } from './chains/node-rpc.ts'
import { startChains, type RunningChain } from './chains/start-chains.ts'
import { faucetAmount } from './faucet-amount.ts'
import { createFaucet } from './faucet.ts'
import { openFundedList } from './funded-list.ts'
import { sandboxKeys, type SandboxKeys, type Wallet } from './keys.ts'
import { sandboxNetwork } from './networks.ts'
import type { AgentOrigins } from './population/agent-files.ts'
import { openPopulation } from './population/open-population.ts'
import { noUpstreams, openUpstreams, type RunningUpstreams } from './open-upstreams.ts'
import { openPhotographedSites } from './sites/photographed-sites.ts'
import { readBalances, type Holding } from './read-balances.ts'
import { remoteSwitches, serveSwitches } from './switch-server.ts'
import type { StandIn } from './upstreams/reply.ts'
import type { UpstreamSwitches } from './upstream-switches.ts'
import { writePrivateFile } from './write-private-file.ts'

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

/** A whole local world: chains with USDC, stand-ins for the upstreams, and funded wallets. */
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
  readonly switches: UpstreamSwitches
  /** Origins of the inhabitants' registration files; null in a world without inhabitants. */
  readonly agentOrigins: AgentOrigins | null
  /** Where the sites for browsers are, see `photographed-sites.ts`. */
  readonly photographedSites: Readonly<Record<string, string>>
  /** The world.json that `attachWorld` reads. It holds keys. */
  readonly file: string
  /** Whether the faucet has funded this address. */
  isFunded(address: string): boolean
  /**
   * Gives USDC (decimal string, above 0 and at most 1,000,000) and gas coin on all chains; resolves when mined.
   * @throws Problem `invalid_input` for a wrong address or amount.
   */
  fund(address: string, usdc: string): Promise<void>
  balances(address: Hex): Promise<Holding[]>
  /** Saves the chains and ends them. Does nothing for an attached world. */
  close(): Promise<void>
}

export interface WorldOptions {
  readonly directory: string
  /** A block per this many milliseconds while transactions are pending; default 1000. */
  readonly blockMs?: number
  readonly log: Log
  /** Default: all that are known. */
  readonly networks?: readonly NetworkId[]
  /** Whether to start the upstreams' stand-ins, too; default true. */
  readonly upstreams?: boolean
  /** The stand-ins of lines of goods, by source id. */
  readonly lineStandIns?: Readonly<Record<string, StandIn>>
  /** Whether new chains have inhabitants with a history; default false. */
  readonly population?: boolean
}

interface WorldFile {
  readonly networks: readonly WorldNetwork[]
  readonly keys: SandboxKeys
  readonly upstreams: Readonly<Record<string, string>>
  /** URL of the switches of the stand-ins. */
  readonly switchUrl: string
  readonly agentOrigins: AgentOrigins | null
  readonly photographedSites: Readonly<Record<string, string>>
}

/** USDC that the example wallets start with. */
const startingUsdc = '1000'

function describe({ id, chainId, slug, name, rpcUrl, asset, domain }: RunningChain): WorldNetwork {
  return { id, chainId, slug, label: name, rpcUrl, usdc: asset, name: domain.name, version: domain.version }
}

function makeWorld(
  file: string,
  content: WorldFile,
  chains: readonly RunningChain[],
  switches: UpstreamSwitches,
  close: () => Promise<void>,
): World {
  const { networks, keys, upstreams, agentOrigins, photographedSites } = content
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
    switches,
    agentOrigins,
    photographedSites,
    file,
    isFunded: (address) => funded.has(address),
    async fund(address, usdc) {
      const amount = faucetAmount(address, usdc)
      await faucet.fund(amount.address, amount.units)
    },
    balances: (address) => readBalances(chains, address),
    close,
  }
}

/**
 * Starts a new world, or starts an existing one again with everything in it.
 * @throws when another process has one in this directory, or a node does not start.
 */
export async function startWorld({
  directory,
  blockMs,
  log,
  networks,
  upstreams = true,
  lineStandIns = {},
  population = false,
}: WorldOptions): Promise<World> {
  makeDirectory(directory)
  const home = realpathSync(directory)
  const started = performance.now()
  const wanted = knownNetworks.filter(({ id }) => networks?.includes(id) ?? true).map(sandboxNetwork)
  const running: { close(): Promise<void> }[] = []
  const close = async (): Promise<void> => {
    await Promise.all(running.map((part) => part.close()))
  }
  async function keep<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
    const part = await starting
    running.push(part)
    return part
  }
  async function start(): Promise<World> {
    const openedPopulation = population ? await keep(openPopulation(home)) : null
    const history = openedPopulation === null ? {} : { history: openedPopulation.history }
    const [{ chains }, opened] = await allOrFirstError(
      keep(startChains({ directory: home, log, networks: wanted, ...history, ...(blockMs === undefined ? {} : { blockMs }) })),
      keep<RunningUpstreams>(upstreams ? openUpstreams({ log, served: lineStandIns }) : Promise.resolve(noUpstreams)),
    )
    const switchServer = await keep(serveSwitches(opened.switches))
    const sites = upstreams ? (await keep(openPhotographedSites())).standIns : {}
    const content: WorldFile = {
      networks: chains.map(describe),
      keys: sandboxKeys(home),
      upstreams: opened.baseUrls,
      switchUrl: switchServer.url,
      agentOrigins: (await openedPopulation?.settle(chains)) ?? null,
      photographedSites: sites,
    }
    const file = join(home, 'world.json')
    const world = makeWorld(file, content, chains, opened.switches, close)
    await prepareWallets(world, content.keys, chains)
    writePrivateFile(file, content)
    log.info({ directory: home, chains: chains.length, milliseconds: Math.round(performance.now() - started) }, 'sandbox ready')
    return world
  }
  try {
    return await start()
  } catch (error) {
    await close()
    throw error
  }
}

function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw explained(error, join(directory, 'world.json'), 'write')
  }
}

/** Waits for both even if one fails, so that nothing starts after this function has returned. */
async function allOrFirstError<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second])
  return await Promise.all([first, second])
}

/** Gives gas to the signers, and funds payers that have nothing yet on one of the chains. */
async function prepareWallets(world: World, { signers, payers }: SandboxKeys, chains: readonly RunningChain[]): Promise<void> {
  const gas = `0x${(10n ** 22n).toString(16)}`
  await Promise.all(chains.map(({ rpc }) => rpc.batch(signers.map(({ address }) => ['anvil_setBalance', address, gas]))))
  await Promise.all(
    payers.map(async ({ address }) => {
      const holdings = await world.balances(address)
      // Payers never send a transaction, so a payer without gas was never funded on that chain.
      if (holdings.some((holding) => holding.gas === '0')) await world.fund(address, startingUsdc)
    }),
  )
}

/**
 * Joins a running world, which another process still owns. `file` is its world.json.
 * @throws when one of its networks is not a local test node: a signature made for a sandbox chain is valid on the real one,
 * and stand-in data must never be sold for real money.
 */
export async function attachWorld(file: string): Promise<World> {
  const content = JSON.parse(readFileSync(file, 'utf8')) as WorldFile
  const chains = content.networks.map((network): RunningChain => {
    const known = findNetwork(network.id)
    if (known === undefined)
      throw new Error(`${file} names ${network.label} (${network.id}), which is not known here: set SANDBOX_NETWORKS as for its sandbox`)
    return { ...sandboxNetwork(known), rpcUrl: network.rpcUrl, rpc: nodeRpc(network.rpcUrl) }
  })
  await Promise.all(
    chains.map(async ({ name, rpc, rpcUrl }) => {
      if (new URL(rpcUrl).hostname !== '127.0.0.1') throw new Error(`${file}: ${name} is not a chain of a sandbox`)
      const version = await rpc.call('web3_clientVersion').catch((error: unknown) => {
        throw new Error(`the sandbox of ${file} is not running: its ${name} chain does not answer`, { cause: error })
      })
      if (typeof version !== 'string' || !version.startsWith('anvil/')) throw new Error(`${file}: ${name} is not a chain of a sandbox`)
    }),
  )
  return makeWorld(file, content, chains, remoteSwitches(content.switchUrl), async () => {})
}
