import { expect, test } from 'vitest'
import { beginLife, ofLife, timersOf } from './life.ts'
import { createVirtualTime } from './virtual-time.ts'

function setUp() {
  const time = createVirtualTime(0)
  const life = beginLife(time.timers)
  const seen: string[] = []
  const note = (what: string) => () => void seen.push(`${what} at ${time.clock.now()}`)
  return { time, life, timers: timersOf(life, time.timers), seen, note }
}

test('a process that stands still does what came to it once it is awake, in its order', async () => {
  const { time, life, timers, seen, note } = setUp()
  timers.after(10, note('before'))
  time.timers.after(20, () => life.freeze())
  timers.after(30, note('first'))
  void ofLife(life, time.timers.sleep(40)).then(note('second'))
  time.timers.after(500, () => life.thaw())
  await time.run(() => false)
  expect(seen).toEqual(['before at 10', 'first at 500', 'second at 500'])
})

test('what was called off before it came to it is not done', async () => {
  const { time, life, timers, seen, note } = setUp()
  life.freeze()
  const cancel = timers.after(10, note('never'))
  time.timers.after(20, cancel)
  time.timers.after(30, () => life.thaw())
  await time.run(() => false)
  expect(seen).toEqual([])
})

test('nothing comes to the dead, not even what they had not yet done when they stood still', async () => {
  const { time, life, timers, seen, note } = setUp()
  life.freeze()
  timers.after(10, note('never'))
  time.timers.after(20, () => life.end())
  time.timers.after(30, () => life.thaw())
  await time.run(() => false)
  expect(seen).toEqual([])
})
