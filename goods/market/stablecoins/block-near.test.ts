import { expect, test } from 'vitest'
import type { Rpc } from '../../../src/chain/chain.ts'
import { blockNear, readBlockTime } from './block-near.ts'

/** A chain whose blocks come at these times; they are said to come every two seconds. */
function chainOf(count: number, timeOf: (number: number) => number) {
  let asked = 0
  const at = (number: number) => ({ number, time: Math.floor(timeOf(number)) })
  const head = at(count - 1)
  return {
    timeOf,
    head,
    asked: () => asked,
    search: (secondsAgo: number, isLate = () => false) =>
      blockNear({
        head,
        secondsAgo,
        blockMs: 2_000,
        isLate,
        async blockAt(number) {
          asked++
          return number >= 0 && number < count ? at(number) : null
        },
      }),
  }
}

const day = 86_400
const ageFound = async ({ search, head, timeOf }: ReturnType<typeof chainOf>, seconds: number) => {
  const number = await search(seconds)
  return typeof number === 'number' ? head.time - timeOf(number) : number
}

test('on a chain with the usual block time one request is enough', async () => {
  const chain = chainOf(5_000_000, (number) => number * 2)
  expect(await ageFound(chain, day)).toBe(day)
  expect(chain.asked()).toBe(1)
})

test.each([
  ['slower', (number: number) => number * 12],
  ['much faster', (number: number) => number * 0.25],
  ['irregular', (number: number) => number * 2 + 5_000 * Math.sin(number / 20_000)],
  ['slowed down of late', (number: number) => (number < 19_900_000 ? number : 19_900_000 + (number - 19_900_000) * 9)],
])('on one that is %s it finds the day, the week and the month', async (_, timeOf) => {
  for (const days of [1, 7, 30]) {
    const chain = chainOf(20_000_000, timeOf)
    expect(Math.abs(Number(await ageFound(chain, days * day)) - days * day)).toBeLessThanOrEqual((days * day) / 144)
    expect(chain.asked()).toBeLessThanOrEqual(6)
  }
})

test('a chain that is younger has no such block', async () => {
  expect(await chainOf(1_000, (number) => number * 2).search(day)).toBeNull()
  expect(await chainOf(1, () => 0).search(day)).toBeNull()
  expect(await chainOf(100_000, () => 7).search(day)).toBeNull()
})

test('gives up when its time is over', async () => {
  expect(await chainOf(5_000_000, (number) => number * 2).search(day, () => true)).toBe('unanswered')
})

test('an invalid reply of a node counts as no block', async () => {
  const rpc = (answer: unknown) => ({ call: async () => answer }) as Rpc
  expect(await readBlockTime(rpc({ number: '0x10', timestamp: '0x65' }), 'latest', 1)).toEqual({ number: 16, time: 101 })
  for (const answer of [null, {}, 'x', { number: '0x10', timestamp: '0xffffffffffffff' }, { number: 16, timestamp: 101 }]) {
    expect(await readBlockTime(rpc(answer), 16, 1)).toBeNull()
  }
})
