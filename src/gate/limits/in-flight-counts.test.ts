import { expect, test } from 'vitest'
import { createInFlightCounts } from './in-flight-counts.ts'

/** Time that the test moves. */
function setUp() {
  let now = 0
  const due: { at: number; run: () => void }[] = []
  const timers = {
    after(ms: number, run: () => void) {
      const timer = { at: now + ms, run }
      due.push(timer)
      return () => void (due.includes(timer) && due.splice(due.indexOf(timer), 1))
    },
  }
  const pass = async (ms: number) => {
    const end = now + ms
    for (;;) {
      const next = due.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      due.splice(due.indexOf(next), 1)
      now = next.at
      next.run()
      await Promise.resolve()
    }
    now = end
  }
  return { calls: createInFlightCounts({ timers, now: () => now }), pass, due }
}

const call = (payer: string, client = 'one', counts = true) => ({ payer, client, counts })

test('calls under way are counted by client address, but not those of payers that are exempt', () => {
  const { calls } = setUp()
  const first = calls.begin(call('a'))
  const second = calls.begin(call('b'))
  calls.begin(call('c', 'one', false))
  expect([calls.ofClient('one'), calls.ofClient('two')]).toEqual([2, 0])
  first.end()
  first.end()
  expect(calls.ofClient('one')).toBe(1)
  second.end()
  expect(calls.ofClient('one')).toBe(0)
})

test('calls of a payer get their turns in order, each when one of its payments ends', async () => {
  const { calls } = setUp()
  const [one, two, other] = [calls.begin(call('a')), calls.begin(call('a')), calls.begin(call('b'))]
  const turns: string[] = []
  for (const name of ['first', 'second']) void calls.nextTurn('a', 10_000).then((isTurn) => turns.push(`${name} ${isTurn}`))
  other.end()
  await Promise.resolve()
  expect(turns).toEqual([])
  one.end()
  await Promise.resolve()
  expect(turns).toEqual(['first true'])
  two.end()
  await Promise.resolve()
  expect(turns).toEqual(['first true', 'second true'])
})

test('the first that waits looks again by itself, since another instance may settle; the others do not', async () => {
  const { calls, pass } = setUp()
  const turns: string[] = []
  for (const name of ['first', 'second']) void calls.nextTurn('a', 10_000).then((isTurn) => turns.push(`${name} ${isTurn}`))
  await pass(250)
  expect(turns).toEqual(['first true'])
})

test('a call that waits is told when its time is over, and leaves no timer', async () => {
  const { calls, pass, due } = setUp()
  const turns: boolean[] = []
  void calls.nextTurn('a', 200).then((isTurn) => turns.push(isTurn))
  await pass(200)
  await Promise.resolve()
  expect(turns).toEqual([false])
  expect(due).toEqual([])
  expect(await calls.nextTurn('a', 200)).toBe(false)
})

test('no more than 64 calls of a payer wait', async () => {
  const { calls } = setUp()
  for (let waiting = 0; waiting < 64; waiting++) void calls.nextTurn('a', 10_000)
  expect(await calls.nextTurn('a', 10_000)).toBe(false)
  const stillWaits = Symbol('waits')
  expect(await Promise.race([calls.nextTurn('b', 10_000), Promise.resolve(stillWaits)])).toBe(stillWaits)
})
