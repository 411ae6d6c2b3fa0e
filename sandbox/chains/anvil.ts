import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Settings of the node of one chain. */
export interface AnvilOptions {
  readonly chainId: number
  readonly hardfork: 'prague' | 'berlin'
  /** Loaded when it exists, written every 30 s and at exit. */
  readonly stateFile: string
  /** Start of the chain in seconds since the epoch; default: now. Ignored for a saved chain. */
  readonly genesis?: number | null
}

export interface Anvil {
  readonly chainId: number
  readonly process: ChildProcess
  /** URL of the node's JSON-RPC once it listens. Rejects with the end of the node's output when it exits first. */
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
    throw new Error(
      `the sandbox needs the npm package @foundry-rs/anvil-${platform} 1.7.1, which is not installed: an install with Node 20 or newer has it (npm ci, without --omit=optional)`,
    )
  }
}

/**
 * Mining is off, because the node supervisor makes the blocks. Gas costs almost nothing, but base fees change as EIP-1559 says. Blocks,
 * receipts and logs are kept; only the account states of old blocks are dropped, because they would fill the disk. The cache path is set
 * because the default is in the user's home.
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
    let output = ''
    const listen = (chunk: Buffer): void => {
      // Keep reading after the port is known, because a full pipe would stop the node.
      output = (output + chunk.toString('utf8')).slice(-20_000)
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1]
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`anvil for chain ${options.chainId} ended with ${code}: ${output.trim().slice(-500)}`)))
  })
  return { chainId: options.chainId, process: child, listening }
}
