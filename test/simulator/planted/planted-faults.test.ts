import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plantedFaults } from './planted-faults.ts'

test.each(plantedFaults)('$name finds its line in the code', ({ file, find, replace }) => {
  const text = readFileSync(new URL(`../../../src/${file}`, import.meta.url), 'utf8')
  expect(text.split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
})
