import { beforeAll, expect, test } from 'vitest'
import type { Timers } from '../../../src/shared/clock.ts'
import { crowdedIndex } from './names/crowded-index.fixture.ts'
import type { NameIndex } from './names/name-index.ts'
import { searchAtOnce } from './names/search-at-once.fixture.ts'
import { searchInTurns } from './search-in-turns.ts'

let index: NameIndex
beforeAll(() => {
  index = crowdedIndex(['Dmitry Zhuravlyov'])
})

/** A clock that each reading puts forward by a millisecond, and the most readings in one turn of the event loop. */
function world() {
  const seen = { now: 0, inTurn: 0, longest: 0, turns: 0 }
  let due: (() => void)[] = []
  const turn = () => {
    const runs = due
    due = []
    seen.inTurn = 0
    seen.turns++
    for (const run of runs) run()
  }
  const timers = {
    soon(run: () => void) {
      if (due.length === 0) setImmediate(turn)
      due.push(run)
      return () => {}
    },
  } as unknown as Timers
  const clock = {
    now() {
      seen.now++
      seen.longest = Math.max(seen.longest, ++seen.inTurn)
      return seen.now
    },
  }
  return { seen, parts: { clock, timers } }
}

const hostile = (at: number) => Array.from({ length: 5 }, (_, word) => `${'aeiou'.repeat(7)}${'bdgkm'[word]}${'bdgkmnlrst'[at]}`).join(' ')
const honest = 'Dimitri Zhuravlev'

test('names that were made up to be slow do not hold the event loop, alone or together, and an honest one among them is found', async () => {
  const { seen, parts } = world()
  const { search } = searchInTurns(index, parts)
  const names = [hostile(0), honest, ...Array.from({ length: 5 }, (_, at) => hostile(at + 1))]
  const found = await Promise.all(names.map((name) => search(name)))
  expect(seen.turns).toBeGreaterThan(100)
  // Eight steps, and one more reading that ends the turn for each search that goes on.
  expect(seen.longest).toBeLessThanOrEqual(10)
  for (const [at, name] of names.entries()) expect(found[at], name).toEqual(searchAtOnce(index, name, 0.77))
  expect(found[1]?.[0]?.score).toBeGreaterThan(0.9)
})

test('a name is searched once, however often it is asked for', async () => {
  const { seen, parts } = world()
  const { search } = searchInTurns(index, parts)
  const [first, second] = await Promise.all([search(honest), search(honest)])
  const { now } = seen
  expect(await search(honest)).toBe(first)
  expect(second).toBe(first)
  expect(seen.now).toBe(now)
})
