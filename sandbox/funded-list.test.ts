import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFundedList } from './funded-list.ts'
import { temporaryDirectory } from './tests/temporary-world.ts'

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const address = (digit: string): string => `0x${digit.repeat(40)}`

test('an address that one process adds is found by other processes and after a restart', () => {
  const file = join(directory, 'shared.txt')
  const [one, other] = [openFundedList(file), openFundedList(file)]
  one.add([address('A'), address('b')])
  expect([other.has(address('a')), other.has(address('B')), other.has(address('c'))]).toEqual([true, true, false])
  other.add([address('c')])
  expect(one.has(address('c'))).toBe(true)
  expect(openFundedList(file).has(address('c'))).toBe(true)
})

test('an incomplete line, as a concurrent writer may leave it, is not an address yet', () => {
  const file = join(directory, 'half.txt')
  const list = openFundedList(file)
  appendFileSync(file, address('a').slice(0, 20))
  expect(list.has(address('a').slice(0, 20))).toBe(false)
  appendFileSync(file, `${address('a').slice(20)}\n`)
  expect(list.has(address('a'))).toBe(true)
})
