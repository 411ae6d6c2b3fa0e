import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAll, figuresOf, type Asked } from './measure.ts'
import { openScreening } from './open-screening.ts'

let asked: Asked[] = []
let close = async (): Promise<void> => {}
beforeAll(async () => {
  const screening = await openScreening(0.03)
  close = screening.close
  asked = await askAll(screening.sanctions)
})
afterAll(() => close())

test('there are many labelled names of many entries, and a part of them is held out', () => {
  const { trueNames, nearNames } = figuresOf(asked)
  expect(trueNames).toBeGreaterThanOrEqual(300)
  expect(nearNames).toBeGreaterThanOrEqual(300)
  expect(new Set(asked.map(({ key }) => key)).size).toBeGreaterThan(60)
  const heldOut = asked.filter((one) => one.heldOut).length / asked.length
  expect(heldOut > 0.25 && heldOut < 0.45).toBe(true)
})

test.each([
  ['tuned', false],
  ['held out', true],
])('screening keeps what it once reached on the part that is %s', (_, heldOut) => {
  const { match, found } = figuresOf(asked.filter((one) => one.heldOut === heldOut))
  // A fifth of the names are of thousands of people, so that they are reviews and no matches.
  expect(match.recall).toBeGreaterThan(0.78)
  expect(match.precision).toBeGreaterThan(0.98)
  expect(found.recall).toBeGreaterThan(0.95)
  expect(found.precision).toBeGreaterThan(0.92)
})
