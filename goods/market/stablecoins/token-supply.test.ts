import { expect, test } from 'vitest'
import { systemClock } from '../../../src/ops/system.ts'
import { supplyNode } from './supply-node.fixture.ts'
import { createTokenSupplies } from './token-supply.ts'
import { startStopwatch } from '../../../test/support/stopwatch.ts'

const contract = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

function open() {
  let passed = 0
  const clock = { now: () => systemClock.now() + passed }
  const node = supplyNode('eip155:8453', clock)
  const supplies = createTokenSupplies()
  return { node, pass: (ms: number) => void (passed += ms), clock, read: () => supplies.read(node.chain, contract, clock) }
}

test('reads the supply now, and a day, a week and a month ago', async () => {
  const { read, clock } = open()
  const { supply, cache } = await read()
  expect(supply).toMatchObject({ now: 1_000_000_000_000n, dayAgo: 999_000_000_000n, weekAgo: 993_000_000_000n, monthAgo: 970_000_000_000n })
  expect(Math.abs((supply?.at ?? 0) - clock.now())).toBeLessThan(2_000)
  expect(cache).toBe('miss')
})

test('a node without old states gives the supply now', async () => {
  const { node, read } = open()
  node.mode = 'pruned'
  expect((await read()).supply).toMatchObject({ now: 1_000_000_000_000n, dayAgo: null, weekAgo: null, monthAgo: null })
})

test('without a token contract there is no supply', async () => {
  const { node, read } = open()
  node.supply = null
  expect(await read()).toEqual({ supply: null, cache: 'miss' })
})

test('500 at once share one reading, which serves for a minute; the past is read once an hour', async () => {
  const { node, read, pass } = open()
  await Promise.all(Array.from({ length: 500 }, read))
  // The head and its supply, then block and supply of three days.
  expect(node.asked).toHaveLength(8)
  pass(59_000)
  expect((await read()).cache).toBe('hit')
  expect(node.asked).toHaveLength(8)
  pass(2_000)
  expect((await read()).cache).toBe('miss')
  expect(node.asked).toHaveLength(10)
  pass(3_600_000)
  await read()
  expect(node.asked).toHaveLength(18)
})

test('if the node fails, the last reading serves for an hour, labelled stale', async () => {
  const { node, read, pass } = open()
  await read()
  node.mode = 'down'
  pass(3_590_000)
  expect((await read()).cache).toBe('stale')
  pass(20_000)
  await expect(read()).rejects.toThrow('down')
  node.mode = 'archive'
  expect((await read()).cache).toBe('miss')
})

test('a slow node does not hold a caller for long', async () => {
  const { node, read } = open()
  node.mode = 'slow'
  const elapsed = startStopwatch()
  await expect(read()).rejects.toThrow('slow')
  expect(elapsed()).toBeLessThan(3_000)
})
