import { expect, test } from 'vitest'
import { newWallet } from '../keys.ts'
import { useEndingWorld } from '../tests/ending-world.ts'
import { goneWithin } from '../tests/held-world.ts'
import { isAlive } from './leftovers.ts'

/** More of them are in the full tests. */
const { held, startAgain, holding } = useEndingWorld(['eip155:8453'])

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
