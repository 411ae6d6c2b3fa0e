import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { cpuMs } from '../../../../test/support/stopwatch.ts'
import { crowdedIndex, crowdSize } from './crowded-index.fixture.ts'
import { hostileNames } from './hostile-names.fixture.ts'
import type { NameIndex } from './name-index.ts'
import { searchWithWork } from './search-at-once.fixture.ts'
import { workPerTurn } from '../../../../src/shared/work.ts'
import { runsOf } from '../../../../test/support/runs.ts'
import { anyText } from '../../../../test/support/any-text.ts'

/** The longest that the offer takes. */
const maxLetters = 200
const minScore = 0.77
const listed = ['Dmitry Alekseyevich Zhuravlyov', 'Abd al-Rahman Jasim al-Dulaymi', 'Quirine Ostrenkova']
const asked = ['Dimitri Zhuravlev', 'Abdulrahman Jassim Dulaimi', 'OSTRENKOVA, Quirine']

let index: NameIndex
beforeAll(() => {
  index = crowdedIndex(listed)
})

/** One comparison of the longest words, which is never interrupted, on top of a full step. */
const maxStep = workPerTurn + 1_000
/** Half a second at most, however the name is made up; a real name takes a hundredth of it. */
const maxWork = 4_000_000

function expectBounded(name: string): void {
  const { steps } = searchWithWork(index, name.slice(0, maxLetters), minScore)
  expect(Math.max(0, ...steps), name).toBeLessThanOrEqual(maxStep)
  expect(
    steps.reduce((sum, step) => sum + step, 0),
    name,
  ).toBeLessThanOrEqual(maxWork)
}

test.each(hostileNames)('%s: no step of the search is long', (_, name) => expectBounded(name))

test('nor for any name at all', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abdghklmnrsuvxyzжщمحπ́'), minLength: 1, maxLength: 40 })
  const words = fc.constantFrom(
    'al',
    'abd',
    'muhammad',
    'ivan',
    'aeiouaeiouaeiou',
    'trading',
    'company',
    'din',
    'ltd',
    "'",
    '-',
    ',',
    '\u{FDFA}',
  )
  const name = fc.array(fc.oneof(letters, words, anyText({ maxLength: 20 })), { maxLength: 40 })
  fc.assert(
    fc.property(name, fc.constantFrom(' ', '', '-', '.'), (parts, between) => expectBounded(parts.join(between))),
    { numRuns: runsOf(150) },
  )
})

test('a unit of work is so little that a step cannot block the event loop', () => {
  const name = (hostileNames[0] as readonly [string, string])[1]
  searchWithWork(index, name, minScore)
  const before = cpuMs()
  const { steps } = searchWithWork(index, name, minScore)
  // 0.1 ms a step; the margin is for slow machines.
  expect((cpuMs() - before) / steps.length).toBeLessThan(3)
  expect(steps.length).toBeGreaterThan(100)
})

test('listed people are found beside a crowd of others, with little work', () => {
  for (const [at, name] of asked.entries()) {
    const { found, steps } = searchWithWork(index, name, minScore)
    const [best] = found
    expect(best?.score, name).toBeGreaterThanOrEqual(0.9)
    expect(index.entries[index.entryOf[best?.name ?? -1] ?? -1]?.id, name).toBe(String(crowdSize + 1 + at * 10))
    expect(steps.length, name).toBeLessThan(200)
  }
})
