import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { plantedFaults } from './planted/planted-faults.ts'
import { run } from './run.ts'
import { createSeededRandom } from './world/seeded-random.ts'
import { createVirtualTime } from './world/virtual-time.ts'

describe('a simulated run', () => {
  test('is the same for the same seed, event for event', async () => {
    const [first, second] = [await run(7, { scenario: true }), await run(7, { scenario: true })]
    expect(second.scenario).toEqual(first.scenario)
    expect(second.figures).toEqual(first.figures)
    expect(first.figures.purchases).toBeGreaterThan(5)
  })

  test('with several instances is the same for the same seed, and all invariants hold', async () => {
    const several = { scenario: true, instances: 3 } as const
    const [first, second] = [await run(6, several), await run(6, several)]
    expect(second.scenario).toEqual(first.scenario)
    expect(first.violations).toEqual([])
    expect(first.figures.processRuns).toBeGreaterThan(3)
  })

  test('differs between seeds, and all invariants hold', async () => {
    const results = [await run(1, { scenario: false }), await run(2, { scenario: false })]
    expect(results.flatMap(({ violations }) => violations)).toEqual([])
    expect(new Set(results.map(({ figures }) => figures.steps)).size).toBe(2)
  })
})

test.each(plantedFaults.map((fault) => [fault.name, fault] as const))(
  'the planted fault %s fits the code',
  (_, { file, find, replace }) => {
    const text = readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8')
    expect(text.split(find)).toHaveLength(2)
    expect(replace).not.toBe(find)
  },
)

describe('virtual time', () => {
  test('runs events in the order of their time, and events of the same time in the order in which they were added', async () => {
    const time = createVirtualTime(1_000)
    const seen: string[] = []
    const note = (what: string) => () => void seen.push(`${what} at ${time.clock.now()}`)
    time.timers.after(50, note('late'))
    time.timers.after(10, note('first'))
    time.timers.after(10, note('second'))
    time.timers.soon(note('soon'))
    time.timers.after(20, note('never'))()
    await time.run(() => false)
    expect(seen).toEqual(['soon at 1000', 'first at 1010', 'second at 1010', 'late at 1050'])
  })

  test('finishes everything that one event starts before the next event', async () => {
    const time = createVirtualTime(0)
    const seen: number[] = []
    const chain = async () => {
      for (let link = 0; link < 20; link += 1) await Promise.resolve()
      seen.push(1)
    }
    time.timers.after(5, () => void chain())
    time.timers.after(5, () => void seen.push(2))
    await time.run(() => false)
    expect(seen).toEqual([1, 2])
  })

  test('a sleep ends early by its signal', async () => {
    const time = createVirtualTime(0)
    const controller = new AbortController()
    const sleeping = time.timers.sleep(100, controller.signal).catch((error: unknown) => error)
    time.timers.after(10, () => controller.abort(new Error('enough')))
    await time.run(() => false)
    expect(await sleeping).toEqual(new Error('enough'))
  })
})

test('seeded random numbers are evenly distributed, and forks do not influence each other', () => {
  const random = createSeededRandom(42)
  const counts = Array<number>(10).fill(0)
  for (let draw = 0; draw < 10_000; draw += 1) counts[random.between(0, 9)]! += 1
  expect(Math.min(...counts)).toBeGreaterThan(850)
  const fork = createSeededRandom(42).fork('a')
  expect(fork.next()).toBe(createSeededRandom(42).fork('a').next())
  expect(createSeededRandom(42).fork('a').next()).not.toBe(createSeededRandom(42).fork('b').next())
})
