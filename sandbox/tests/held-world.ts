import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { NetworkId } from '../../src/chain/chain.ts'
import { isAlive, type Pidfile } from '../chains/leftovers.ts'
import { attachWorld, type World } from '../world.ts'

const program = fileURLToPath(new URL('./hold-world.ts', import.meta.url))

export interface HeldWorld {
  readonly owner: ChildProcess
  readonly world: World
  readonly pids: Pidfile
}

/** Starts a world that another process owns. */
export async function heldWorld(directory: string, networks: readonly NetworkId[]): Promise<HeldWorld> {
  const owner = spawn(process.execPath, [program, directory, ...networks], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(owner.stdout, 'data')) as [Buffer]
  const world = await attachWorld(line.toString('utf8').trim())
  return { owner, world, pids: JSON.parse(readFileSync(join(directory, 'chains', 'pids.json'), 'utf8')) as Pidfile }
}

export async function goneWithin(pids: readonly number[], ms: number): Promise<boolean> {
  for (let waited = 0; waited < ms; waited += 50) {
    if (!pids.some(isAlive)) return true
    await sleep(50)
  }
  return false
}
