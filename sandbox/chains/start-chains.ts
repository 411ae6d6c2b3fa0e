import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../src/shared/log.ts'
import { sandboxNetworks, type SandboxNetwork } from '../networks.ts'
import { installContracts } from './install-contracts.ts'
import { nodeRpc, type NodeRpc } from './node-rpc.ts'
import { unfinishedFile } from './unfinished-file.ts'
import type { WardenOptions, WardenReport } from './warden.ts'

export interface RunningChain extends SandboxNetwork {
  readonly rpcUrl: string
  readonly rpc: NodeRpc
}

export interface ChainsOptions {
  /** Where state is kept. One sandbox at a time works in a directory. */
  readonly directory: string
  /** A block per this many milliseconds while transactions are pending; default 1000. */
  readonly blockMs?: number
  readonly log: Log
  /** Default: all six. */
  readonly networks?: readonly SandboxNetwork[]
  /** What happened on new chains before the sandbox was started; without it they begin now, empty. */
  readonly past?: Past
}

export interface Past {
  /** Seconds since the epoch: when new chains begin. */
  readonly genesis: number
  /** Called once for each new chain, before it makes blocks of its own, with everything installed. */
  write(chain: RunningChain): Promise<void>
}

export interface RunningChains {
  readonly chains: readonly RunningChain[]
  /** Saves the state of all chains and ends them. */
  close(): Promise<void>
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the warden of the sandbox's chains ended with ${code}`)))
  })
}

/**
 * Starts a local node per network under a warden process, with USDC (and Multicall3) at the canonical addresses.
 * @throws when the directory is in use or a node does not start.
 */
export async function startChains({
  directory,
  blockMs = 1000,
  log,
  networks = sandboxNetworks,
  past,
}: ChainsOptions): Promise<RunningChains> {
  mkdirSync(directory, { recursive: true })
  const home = realpathSync(directory)
  const options: WardenOptions = {
    owner: process.pid,
    blockMs,
    chains: networks.map(({ chainId, hardfork }) => ({ chainId, hardfork })),
    genesis: past?.genesis ?? null,
  }
  // A process group of its own, so that Ctrl-C in a terminal reaches the owner only, which may still be settling.
  const warden = spawn(process.execPath, [fileURLToPath(new URL('./warden.ts', import.meta.url)), home, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  })
  warden.stdin.on('error', () => {})
  let closing = false

  async function close(): Promise<void> {
    closing = true
    if (warden.exitCode !== null || warden.signalCode !== null) return
    const gone = once(warden, 'exit')
    warden.stdin.end()
    await gone
  }

  const report = JSON.parse(await firstLine(warden)) as WardenReport
  if ('error' in report) throw new Error(report.error)
  warden.once('exit', (code) => {
    if (!closing) log.error({ code }, 'the chains of the sandbox are gone')
  })
  try {
    const fresh: RunningChain[] = []
    const chains = networks.map((network): RunningChain => {
      const node = report.nodes.find(({ chainId }) => chainId === network.chainId)
      if (node === undefined) throw new Error(`no node for chain ${network.chainId}`)
      const chain = { ...network, rpcUrl: node.rpcUrl, rpc: nodeRpc(node.rpcUrl) }
      if (node.isNew) fresh.push(chain)
      return chain
    })
    await Promise.all(
      chains.map(async (chain) => {
        await installContracts(chain)
        if (past === undefined || !fresh.includes(chain)) return
        await past.write(chain)
        rmSync(unfinishedFile(home, chain.chainId))
      }),
    )
    warden.stdin.write('mine\n')
    return { chains, close }
  } catch (error) {
    await close()
    throw error
  }
}
