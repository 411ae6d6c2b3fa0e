import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../src/shared/log.ts'
import { sandboxNetworks, type SandboxNetwork } from '../networks.ts'
import { installContracts } from './install-contracts.ts'
import { nodeRpc, type NodeRpc } from './node-rpc.ts'
import { unfinishedFile } from './unfinished-file.ts'
import type { NodeSupervisorOptions, NodeSupervisorReport } from './node-supervisor.ts'

export interface RunningChain extends SandboxNetwork {
  readonly rpcUrl: string
  readonly rpc: NodeRpc
}

export interface ChainsOptions {
  /** Directory of the state. One sandbox at a time uses a directory. */
  readonly directory: string
  /** A block per this many milliseconds while transactions are pending; default 1000. */
  readonly blockMs?: number
  readonly log: Log
  /** Default: all that come with the service. */
  readonly networks?: readonly SandboxNetwork[]
  /** History of new chains; without it they begin now, empty. */
  readonly history?: ChainHistory
}

export interface ChainHistory {
  /** Start of new chains in seconds since the epoch. */
  readonly genesis: number
  /** Called once for each new chain, when everything is installed and before the miner makes blocks. */
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
    child.once('exit', (code) => reject(new Error(`the node supervisor of the sandbox ended with ${code}`)))
  })
}

/**
 * Starts a local node per network under a node supervisor, with USDC (and Multicall3) at the canonical addresses.
 * @throws when the directory is in use or a node does not start.
 */
export async function startChains({
  directory,
  blockMs = 1000,
  log,
  networks = sandboxNetworks,
  history,
}: ChainsOptions): Promise<RunningChains> {
  mkdirSync(directory, { recursive: true })
  const home = realpathSync(directory)
  const options: NodeSupervisorOptions = {
    owner: process.pid,
    blockMs,
    chains: networks.map(({ chainId, hardfork }) => ({ chainId, hardfork })),
    genesis: history?.genesis ?? null,
  }
  // A separate process group, so that Ctrl-C in a terminal reaches only the owner, which may still be settling.
  const supervisor = spawn(
    process.execPath,
    [fileURLToPath(new URL('./node-supervisor.ts', import.meta.url)), home, JSON.stringify(options)],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    },
  )
  supervisor.stdin.on('error', () => {})
  let closing = false

  async function close(): Promise<void> {
    closing = true
    if (supervisor.exitCode !== null || supervisor.signalCode !== null) return
    const gone = once(supervisor, 'exit')
    supervisor.stdin.end()
    await gone
  }

  const report = JSON.parse(await firstLine(supervisor)) as NodeSupervisorReport
  if ('error' in report) throw new Error(report.error)
  supervisor.once('exit', (code) => {
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
        if (history === undefined || !fresh.includes(chain)) return
        await history.write(chain)
        rmSync(unfinishedFile(home, chain.chainId))
      }),
    )
    supervisor.stdin.write('mine\n')
    return { chains, close }
  } catch (error) {
    await close()
    throw error
  }
}
