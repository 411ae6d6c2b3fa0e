import { once } from 'node:events'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { anvilBinary, startAnvil, type Anvil, type AnvilOptions } from './anvil.ts'
import { reapLeftovers, writePidfile } from './leftovers.ts'
import { startMiner } from './miner.ts'
import { nodeRpc } from './node-rpc.ts'

/**
 * A process of its own that owns the nodes and makes their blocks. Its standard input is a pipe from the sandbox's owner:
 * however that one ends, the pipe ends, and the warden lets the nodes save their state and goes.
 * Arguments: the directory, and the JSON of `WardenOptions`. It writes one line of JSON, `WardenReport`, to its output.
 */
export interface WardenOptions {
  readonly owner: number
  readonly blockMs: number
  readonly chains: readonly Omit<AnvilOptions, 'stateFile'>[]
}

export type WardenReport = { readonly nodes: readonly { readonly chainId: number; readonly rpcUrl: string }[] } | { readonly error: string }

const [directory = '', optionsText = '{}'] = process.argv.slice(2)
const options = JSON.parse(optionsText) as WardenOptions
const chainsDirectory = join(directory, 'chains')
const pidfile = join(chainsDirectory, 'pids.json')
const saveMs = 8_000

let anvils: readonly Anvil[] = []
let stopMiner = (): void => {}
let stopping = false

/** Whoever removed the directory has removed the log too; the nodes have to be ended all the same. */
function note(message: string): void {
  try {
    appendFileSync(join(chainsDirectory, 'warden.log'), `${new Date().toISOString()} ${message}\n`)
  } catch {
    // Nowhere to say it.
  }
}

function report(line: WardenReport): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

async function stop(reason: string, exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  note(`stops: ${reason}`)
  stopMiner()
  const running = anvils.map((anvil) => anvil.process).filter((child) => child.exitCode === null && child.signalCode === null)
  const gone = Promise.all(running.map((child) => once(child, 'exit')))
  for (const child of running) child.kill('SIGTERM')
  await Promise.race([gone, sleep(saveMs)])
  for (const child of running) child.kill('SIGKILL')
  if (anvils.length > 0) rmSync(pidfile, { force: true })
  process.exit(exitCode)
}

async function start(): Promise<void> {
  mkdirSync(chainsDirectory, { recursive: true })
  await reapLeftovers(pidfile, directory)
  const binary = anvilBinary()
  anvils = options.chains.map((chain) => startAnvil(binary, { ...chain, stateFile: join(chainsDirectory, `${chain.chainId}.json`) }))
  for (const { listening } of anvils) listening.catch(() => {})
  writePidfile(pidfile, { warden: process.pid, owner: options.owner, nodes: anvils.flatMap((anvil) => anvil.process.pid ?? []) })
  const nodes = await Promise.all(anvils.map(async ({ chainId, listening }) => ({ chainId, rpcUrl: await listening })))
  for (const { chainId, process: child } of anvils)
    child.once('exit', (code) => void stop(`the node of chain ${chainId} ended with ${code}`, 1))
  const rpcs = nodes.map(({ rpcUrl }) => nodeRpc(rpcUrl))
  await Promise.all(rpcs.map((rpc) => rpc.call('anvil_setLoggingEnabled', false)))
  stopMiner = startMiner(rpcs, options.blockMs, (error) => note(String(error)))
  report({ nodes })
}

process.stdin.resume()
process.stdin.once('end', () => void stop('the owner is gone', 0))
process.stdin.once('error', () => void stop('the owner is gone', 0))
process.once('SIGTERM', () => void stop('SIGTERM', 0))
process.stdout.on('error', () => {})
start().catch((error: unknown) => {
  report({ error: error instanceof Error ? error.message : String(error) })
  void stop('could not start', 1)
})
