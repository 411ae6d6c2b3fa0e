import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newWallet } from '../keys.ts'
import { useEndingWorld } from '../tests/ending-world.ts'
import { goneWithin } from '../tests/held-world.ts'
import { isAlive } from './leftovers.ts'

const { held, startAgain, holding, directory } = useEndingWorld(['eip155:8453', 'eip155:1187947933'])

test('a start right after the owner was killed waits until the nodes have saved', async () => {
  const { owner, world } = await held()
  const { address } = newWallet()
  await world.fund(address, '3')
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  expect(await (await startAgain()).balances(address)).toEqual(holding('3'))
})

test('when a node dies the sandbox ends, and an unrelated process with an old pid is not touched', async () => {
  const { owner, pids } = await held()
  const [node = 0, ...others] = pids.nodes
  process.kill(node, 'SIGKILL')
  expect(await goneWithin([...others, pids.supervisor], 5_000)).toBe(true)
  owner.kill('SIGKILL')
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const stale = { supervisor: stranger.pid, owner: stranger.pid, nodes: [stranger.pid] }
  writeFileSync(join(directory(), 'chains', 'pids.json'), JSON.stringify(stale))
  await startAgain()
  expect(isAlive(stranger.pid ?? 0)).toBe(true)
  stranger.kill('SIGKILL')
})

test('nodes end with their owner even when their directory is gone', async () => {
  const { owner, pids } = await held()
  rmSync(directory(), { recursive: true, force: true })
  owner.kill('SIGKILL')
  expect(await goneWithin([pids.supervisor, ...pids.nodes], 15_000)).toBe(true)
})
