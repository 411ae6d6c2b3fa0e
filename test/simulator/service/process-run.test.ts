import { expect, test } from 'vitest'
import { beginProcessRun, whileRunning, timersOf } from './process-run.ts'
import { createVirtualTime } from '../world/virtual-time.ts'

function setUp() {
  const time = createVirtualTime(0)
  const processRun = beginProcessRun(time.timers)
  const seen: string[] = []
  const note = (what: string) => () => void seen.push(`${what} at ${time.clock.now()}`)
  return { time, processRun, timers: timersOf(processRun, time.timers), seen, note }
}

test('a frozen process handles its waiting events in order once it is thawed', async () => {
  const { time, processRun, timers, seen, note } = setUp()
  timers.after(10, note('before'))
  time.timers.after(20, () => processRun.freeze())
  timers.after(30, note('first'))
  void whileRunning(processRun, time.timers.sleep(40)).then(note('second'))
  time.timers.after(500, () => processRun.thaw())
  await time.run(() => false)
  expect(seen).toEqual(['before at 10', 'first at 500', 'second at 500'])
})

test('a timer that was cancelled while the process was frozen does not fire', async () => {
  const { time, processRun, timers, seen, note } = setUp()
  processRun.freeze()
  const cancel = timers.after(10, note('never'))
  time.timers.after(20, cancel)
  time.timers.after(30, () => processRun.thaw())
  await time.run(() => false)
  expect(seen).toEqual([])
})

test('after the end of a process nothing runs, not even events that waited while it was frozen', async () => {
  const { time, processRun, timers, seen, note } = setUp()
  processRun.freeze()
  timers.after(10, note('never'))
  time.timers.after(20, () => processRun.end())
  time.timers.after(30, () => processRun.thaw())
  await time.run(() => false)
  expect(seen).toEqual([])
})
