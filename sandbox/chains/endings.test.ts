import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NetworkId } from '../../src/chain/chain.ts'
import { silentLog } from '../../src/shared/log.ts'
import { newWallet } from '../keys.ts'
import { temporaryDirectory } from '../tests/temporary-world.ts'
import { attachWorld, startWorld, type World } from '../world.ts'
import { isAlive, type Pidfile } from './leftovers.ts'

const networks: NetworkId[] = ['eip155:8453', 'eip155:1187947933']
const program = fileURLToPath(new URL('../tests/hold-world.ts', import.meta.url))

let directory: string
let again: World | null
beforeEach(() => {
  directory = temporaryDirectory()
  again = null
})
afterEach(async () => {
  await again?.close()
  rmSync(directory, { recursive: true, force: true })
})

/** Starts a world that another process owns. */
async function held(): Promise<{ owner: ChildProcess; world: World; pids: Pidfile }> {
  const owner = spawn(process.execPath, [program, directory, ...networks], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(owner.stdout, 'data')) as [Buffer]
  const world = await attachWorld(line.toString('utf8').trim())
  return { owner, world, pids: JSON.parse(readFileSync(join(directory, 'chains', 'pids.json'), 'utf8')) as Pidfile }
}

async function goneWithin(pids: readonly number[], ms: number): Promise<boolean> {
  for (let waited = 0; waited < ms; waited += 50) {
    if (!pids.some(isAlive)) return true
    await sleep(50)
  }
  return false
}

async function startAgain(): Promise<World> {
  again = await startWorld({ directory, log: silentLog, blockMs: 100, upstreams: false, networks })
  return again
}

const holding = (usdc: string) => networks.map((network) => expect.objectContaining({ network, usdc }))

test('when the owner is killed its nodes end, and the next start has the same state', async () => {
  const { owner, world, pids } = await held()
  const { address } = newWallet()
  await world.fund(address, '12.5')
  owner.kill('SIGKILL')
  expect(await goneWithin([...pids.nodes, pids.supervisor], 5_000)).toBe(true)
  const next = await startAgain()
  expect(await next.balances(address)).toEqual(holding('12.5'))
  expect(next.isFunded(address)).toBe(true)
})

test('a start right after the owner was killed waits until the nodes have saved', async () => {
  const { owner, world } = await held()
  const { address } = newWallet()
  await world.fund(address, '3')
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  expect(await (await startAgain()).balances(address)).toEqual(holding('3'))
})

test('the next start ends nodes whose supervisor was killed, and keeps their state', async () => {
  const { owner, world, pids } = await held()
  const { address } = newWallet()
  await world.fund(address, '7')
  process.kill(pids.supervisor, 'SIGKILL')
  owner.kill('SIGKILL')
  expect(await goneWithin([pids.supervisor], 2_000)).toBe(true)
  expect(pids.nodes.every(isAlive)).toBe(true)
  expect(await (await startAgain()).balances(address)).toEqual(holding('7'))
  expect(pids.nodes.some(isAlive)).toBe(false)
})

test('when a node dies the sandbox ends, and an unrelated process with an old pid is not touched', async () => {
  const { owner, pids } = await held()
  const [node = 0, ...others] = pids.nodes
  process.kill(node, 'SIGKILL')
  expect(await goneWithin([...others, pids.supervisor], 5_000)).toBe(true)
  owner.kill('SIGKILL')
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const stale = { supervisor: stranger.pid, owner: stranger.pid, nodes: [stranger.pid] }
  writeFileSync(join(directory, 'chains', 'pids.json'), JSON.stringify(stale))
  await startAgain()
  expect(isAlive(stranger.pid ?? 0)).toBe(true)
  stranger.kill('SIGKILL')
})

test('nodes end with their owner even when their directory is gone', async () => {
  const { owner, pids } = await held()
  rmSync(directory, { recursive: true, force: true })
  owner.kill('SIGKILL')
  expect(await goneWithin([pids.supervisor, ...pids.nodes], 15_000)).toBe(true)
})
