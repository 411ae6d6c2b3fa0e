import { expect, test } from 'vitest'
import { createVirtualTime } from '../../../test/simulator/world/virtual-time.ts'
import type { Timers } from '../../shared/clock.ts'
import { answerDeadline } from './answer-deadline.ts'

async function timeOf(cancelAfterMs?: number): Promise<number | null> {
  const time = createVirtualTime(0)
  let at: number | null = null
  const cancel = answerDeadline(time.timers, 700, () => (at = time.clock.now()))
  if (cancelAfterMs !== undefined) time.timers.after(cancelAfterMs, cancel)
  await time.run(() => false)
  return at
}

test('an answer has the whole time', async () => {
  expect(await timeOf()).toBe(700)
})

test.each([0, 100, 699])('a limit that is cancelled after %i ms never ends', async (ms) => {
  expect(await timeOf(ms)).toBeNull()
})

test('a pause of the process uses up one piece of the time at most', () => {
  const due: (() => void)[] = []
  const timers = { after: (_: number, run: () => void) => (due.push(run), () => {}) } as unknown as Timers
  let over = false
  answerDeadline(timers, 700, () => (over = true))
  // However late a piece ends, the next one begins only then.
  for (let piece = 0; piece < 3; piece++) {
    due.shift()!()
    expect([over, due.length]).toEqual([false, 1])
  }
  due.shift()!()
  expect(over).toBe(true)
})
