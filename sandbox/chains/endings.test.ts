import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NetworkId } from '../../src/chain/chain.ts'
import { silentLog } from '../../src/shared/log.ts'
import { newWallet } from '../keys.ts'
import { goneWithin, heldWorld } from '../tests/held-world.ts'
import { temporaryDirectory } from '../tests/temporary-world.ts'
import { startWorld, type World } from '../world.ts'
import { isAlive } from './leftovers.ts'

/** More of them are in the full tests. */
const networks: NetworkId[] = ['eip155:8453']

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

const held = () => heldWorld(directory, networks)

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
