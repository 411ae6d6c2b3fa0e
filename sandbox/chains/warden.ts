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
 * A process of its own that owns the nodes and makes their blocks. Its standard input is a pipe from the sandbox's owner:
 * however that one ends, the pipe ends, and the warden lets the nodes save their state and goes. Blocks are made from the
 * moment on that the owner writes something there.
 * Arguments: the directory, and the JSON of `WardenOptions`. It writes one line of JSON, `WardenReport`, to its output.
 */
export interface WardenOptions {
  readonly owner: number
  readonly blockMs: number
  readonly chains: readonly Omit<AnvilOptions, 'stateFile' | 'genesis'>[]
  /** Seconds since the epoch: when chains begin that are new; null: now. */
  readonly genesis: number | null
}

export interface WardenNode {
  readonly chainId: number
  readonly rpcUrl: string
  /** Whether the chain has begun with this start. */
  readonly isNew: boolean
}

export type WardenReport = { readonly nodes: readonly WardenNode[] } | { readonly error: string }

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
  const fresh = new Set<number>()
  anvils = options.chains.map((chain) => {
    const stateFile = join(chainsDirectory, `${chain.chainId}.json`)
    const isNew = beginsAnew(chain.chainId, stateFile)
    if (isNew) fresh.add(chain.chainId)
    return startAnvil(binary, { ...chain, stateFile, genesis: isNew ? options.genesis : null })
  })
  for (const { listening } of anvils) listening.catch(() => {})
  writePidfile(pidfile, { warden: process.pid, owner: options.owner, nodes: anvils.flatMap((anvil) => anvil.process.pid ?? []) })
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
 * A chain that was ended while its owner still wrote its past is of no use to anybody, since a past can't be written later:
 * it is begun again.
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
