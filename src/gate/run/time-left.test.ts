import { expect, test } from 'vitest'
import type { AnyOffer } from '../../offers/offer.ts'
import { timeLeft } from './time-left.ts'

const asked = (deadlineMs: number) => ({ offer: { deadlineMs } as AnyOffer, arrivedAt: 1_000_000 })
const limitMs = 25_000

test.each([
  ['all of it at the arrival', 0, 25_000],
  ['what the run has left', 15_000, 10_000],
  ['nothing once it is over', 25_001, 0],
  ['never more than all of it, though the clock was set back', -3_600_000, 25_000],
])('an answer is due 25 seconds after the arrival: %s', (_, later, left) => {
  expect(timeLeft(asked(15_000), limitMs, 1_000_000 + later)).toBe(left)
})

test('an offer that says it runs for longer has its own time, and ten seconds to settle', () => {
  expect(timeLeft(asked(60_000), limitMs, 1_000_000 + 60_000)).toBe(10_000)
})
