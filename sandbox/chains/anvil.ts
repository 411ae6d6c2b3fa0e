import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** What the node of one chain is told. */
export interface AnvilOptions {
  readonly chainId: number
  readonly hardfork: 'prague' | 'berlin'
  /** Loaded when it exists, written every 30 s and at exit. */
  readonly stateFile: string
  /** Seconds since the epoch, for a chain that begins in the past; else now. Of no account to a chain that was saved. */
  readonly genesis?: number | null
}

export interface Anvil {
  readonly chainId: number
  readonly process: ChildProcess
  /** Address of the node's JSON-RPC once it listens. Rejects with the end of what it said when it exits first. */
  readonly listening: Promise<string>
}

const platforms: Readonly<Record<string, string>> = {
  'linux x64': 'linux-amd64',
  'linux arm64': 'linux-arm64',
  'darwin x64': 'darwin-amd64',
  'darwin arm64': 'darwin-arm64',
}

/** The node's binary, from the npm package for this machine. */
export function anvilBinary(): string {
  const platform = platforms[`${process.platform} ${process.arch}`] ?? `${process.platform}-${process.arch}`
  try {
    return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${platform}/bin/anvil`)
  } catch {
    throw new Error(`the sandbox needs the npm package @foundry-rs/anvil-${platform} 1.7.1, which is not installed`)
  }
}

/**
 * Started without mining: the warden makes the blocks. Gas costs next to nothing, but base fees move as EIP-1559 has it.
 * Blocks, receipts and logs are all kept; only the account states of old blocks are forgotten, which would fill the disk.
 * The cache would stand in the user's home otherwise.
 */
function anvilArguments({ chainId, hardfork, stateFile, genesis = null }: AnvilOptions): string[] {
  const fee = hardfork === 'berlin' ? '--gas-price' : '--base-fee'
  return `--host 127.0.0.1 --port 0 --chain-id ${chainId} --hardfork ${hardfork} --no-mining --order fifo --slots-in-an-epoch 1
    --gas-limit 60000000 ${fee} 1000000 --accounts 0 --prune-history 128 --state-interval 30`
    .split(/\s+/)
    .concat(genesis === null ? [] : ['--timestamp', String(genesis)])
    .concat('--state', stateFile, '--cache-path', join(dirname(stateFile), 'cache'))
}

/** Starts a node on a port that the system chooses. */
export function startAnvil(binary: string, options: AnvilOptions): Anvil {
  const child = spawn(binary, anvilArguments(options), { stdio: ['ignore', 'pipe', 'pipe'] })
  const listening = new Promise<string>((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer): void => {
      // Read on after that too, since a full pipe would stop the node.
      said = (said + chunk.toString('utf8')).slice(-20_000)
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`anvil for chain ${options.chainId} ended with ${code}: ${said.trim().slice(-500)}`)))
  })
  return { chainId: options.chainId, process: child, listening }
}
