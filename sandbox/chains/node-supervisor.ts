import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { anvilBinary, startAnvil, type Anvil, type AnvilOptions } from './anvil.ts'
import { reapLeftovers, writePidfile } from './leftovers.ts'
import { startMiner } from './miner.ts'
import { unfinishedFile } from './unfinished-file.ts'
import { nodeRpc } from './node-rpc.ts'

/**
 * A separate process that owns the nodes and makes their blocks. Its standard input is a pipe from the sandbox's owner. However the owner
 * ends, the pipe ends; then the supervisor lets the nodes save their state, and exits. It makes blocks after the owner has written
 * something to the pipe.
 * Arguments: the directory, and the JSON of `NodeSupervisorOptions`. It writes one line of JSON, `NodeSupervisorReport`, to its output.
 */
export interface NodeSupervisorOptions {
  readonly owner: number
  readonly blockMs: number
  readonly chains: readonly Omit<AnvilOptions, 'stateFile' | 'genesis'>[]
  /** Start of new chains in seconds since the epoch; null: now. */
  readonly genesis: number | null
}

export interface SupervisedNode {
  readonly chainId: number
  readonly rpcUrl: string
  /** Whether this start created the chain. */
  readonly isNew: boolean
}

export type NodeSupervisorReport = { readonly nodes: readonly SupervisedNode[] } | { readonly error: string }

const [directory = '', optionsText = '{}'] = process.argv.slice(2)
const options = JSON.parse(optionsText) as NodeSupervisorOptions
const chainsDirectory = join(directory, 'chains')
const pidfile = join(chainsDirectory, 'pids.json')
const saveMs = 8_000

let anvils: readonly Anvil[] = []
let stopMiner = (): void => {}
let stopping = false

/** Writes to the log. If the directory was removed there is no log, and the nodes must still be ended. */
function note(message: string): void {
  try {
    appendFileSync(join(chainsDirectory, 'node-supervisor.log'), `${new Date().toISOString()} ${message}\n`)
  } catch {
    // There is no log file to write to.
  }
}

function report(line: NodeSupervisorReport): void {
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
  const fresh = new Set<number>()
  anvils = options.chains.map((chain) => {
    const stateFile = join(chainsDirectory, `${chain.chainId}.json`)
    const isNew = beginsAnew(chain.chainId, stateFile)
    if (isNew) fresh.add(chain.chainId)
    return startAnvil(binary, { ...chain, stateFile, genesis: isNew ? options.genesis : null })
  })
  for (const { listening } of anvils) listening.catch(() => {})
  writePidfile(pidfile, { supervisor: process.pid, owner: options.owner, nodes: anvils.flatMap((anvil) => anvil.process.pid ?? []) })
  const nodes = await Promise.all(
    anvils.map(async ({ chainId, listening }) => ({ chainId, rpcUrl: await listening, isNew: fresh.has(chainId) })),
  )
  for (const { chainId, process: child } of anvils)
    child.once('exit', (code) => void stop(`the node of chain ${chainId} ended with ${code}`, 1))
  const rpcs = nodes.map(({ rpcUrl }) => nodeRpc(rpcUrl))
  await Promise.all(rpcs.map((rpc) => rpc.call('anvil_setLoggingEnabled', false)))
  process.stdin.once('data', () => {
    if (!stopping) stopMiner = startMiner(rpcs, options.blockMs, (error) => note(String(error)))
  })
  report({ nodes })
}

/**
 * A chain that ended while its history was being written is created again, because history can't be written later.
 */
function beginsAnew(chainId: number, stateFile: string): boolean {
  const unfinished = unfinishedFile(directory, chainId)
  if (existsSync(unfinished)) rmSync(stateFile, { force: true })
  if (existsSync(stateFile)) return false
  rmSync(unfinished, { force: true })
  if (options.genesis !== null) writeFileSync(unfinished, '')
  return true
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
