import { expect, test } from 'vitest'
import { longestWithoutFaults } from './time-without-faults.ts'

const fault = (name: string, from: number, until: number) => ({ name, from, until })

test('faults that follow each other without a pause leave no time to settle', () => {
  const faults = [fault('no money for gas', 40, 90), fault('power loss', 0, 30), fault('fees rise', 25, 45)]
  expect(longestWithoutFaults(faults, 5, 80)).toBe(0)
  expect(longestWithoutFaults(faults, 5, 100)).toBe(10)
})

test('the longest stretch counts, before, between or after them', () => {
  const faults = [fault('nodes down', 10, 20), fault('no blocks', 50, 60)]
  expect(longestWithoutFaults(faults, 0, 65)).toBe(30)
  expect(longestWithoutFaults(faults, 0, 100)).toBe(40)
  expect(longestWithoutFaults(faults, 30, 40)).toBe(10)
  expect(longestWithoutFaults([], 3, 8)).toBe(5)
})

test('a fault in which settlements go on does not count', () => {
  expect(longestWithoutFaults([fault('products fail', 0, 100), fault('slow nodes', 0, 100)], 0, 100)).toBe(100)
})
