import { expect, test } from 'vitest'
import type { Log } from '../shared/log.ts'
import { createClockWatch } from './clock-watch.ts'
import { createMetrics } from './metrics.ts'

/** A machine whose time passes, and whose wall clock can be changed. Its nodes answer with the true time, unless they are silent. */
function open() {
  let passed = 0
  let changed = 0
  const truth = () => Date.parse('2026-10-05T15:00:00Z') + passed
  const clock = { now: () => truth() + changed }
  const lines: string[] = []
  const kept = (fields: object, message: string) => void lines.push(`${'alarm' in fields ? `${String(fields.alarm)}: ` : ''}${message}`)
  const log: Log = { debug: kept, info: kept, warn: kept, error: kept, child: () => log }
  const metrics = createMetrics()
  const watch = createClockWatch({ clock, monotonic: { now: () => passed }, log, metrics: metrics.metrics })
  const said = (aheadMs = 0) =>
    ['base n1', 'base n2', 'polygon n1'].forEach((node) => watch.heardTime(node, truth() + aheadMs - clock.now()))
  return {
    watch,
    lines,
    said,
    clock,
    set: (ms: number) => void (changed = ms),
    pass(ms: number, nodesAnswer = true) {
      for (let tick = 0; tick < ms; tick += 5_000) {
        passed += 5_000
        if (nodesAnswer) said()
        watch.look()
      }
      return lines.splice(0)
    },
    ahead: async () => Number(/^farthing_clock_ahead_seconds (\S+)$/m.exec(await metrics.text())?.[1]),
  }
}

test('says nothing while the clock is right, or off by a few seconds', () => {
  const { pass, set } = open()
  expect(pass(60_000)).toEqual([])
  set(6_000)
  expect(pass(60_000)).toEqual([])
})

test('a clock that is put forward: one alarm within seconds, nothing while it lasts, one line when it is over', async () => {
  const { pass, set, watch, ahead } = open()
  pass(30_000)
  set(95_000)
  expect(pass(5_000)).toEqual([
    'the clock of this machine was changed, or the machine was paused',
    'clock: the clock of this machine is 95 seconds ahead of the time of the nodes: payments are refused that are valid; logged again when it is right',
  ])
  expect(watch.isOff()).toBe(true)
  expect(watch.maySell()).toBe(true)
  expect(await ahead()).toBe(95)
  expect(pass(600_000)).toEqual([])
  set(0)
  expect(pass(5_000)).toEqual([
    'the clock of this machine was changed, or the machine was paused',
    'the clock of this machine is right again',
  ])
  expect(watch.isOff()).toBe(false)
  expect(pass(60_000)).toEqual([])
})

test('nothing can be sold while the clock is further ahead than payments are signed for', () => {
  const { pass, set, watch } = open()
  pass(30_000)
  set(400_000)
  pass(5_000)
  expect(watch.maySell()).toBe(false)
  set(-400_000)
  pass(5_000)
  expect([watch.isOff(), watch.maySell()]).toEqual([true, true])
})

test('a change that makes a wrong clock right is no alarm', () => {
  const { pass, set, lines } = open()
  set(-40_000)
  expect(pass(10_000).at(-1)).toMatch(/^clock: .* 40 seconds behind/)
  set(0)
  expect(pass(10_000).filter((line) => line.startsWith('clock:'))).toEqual([])
  expect(lines).toEqual([])
})

test('where no node answers, a change itself is the alarm, and the change back its end', () => {
  const { pass, set, watch } = open()
  pass(30_000)
  set(-600_000)
  expect(pass(30_000, false)).toEqual([
    'the clock of this machine was changed, or the machine was paused',
    expect.stringMatching(/^clock: .* 600 seconds behind/),
  ])
  set(0)
  expect(pass(30_000, false).at(-1)).toBe('the clock of this machine is right again')
  expect(watch.isOff()).toBe(false)
})

test('one node with a wrong clock is outvoted; nodes without a time leave the newest block', () => {
  const { pass, said, watch, clock } = open()
  for (let tick = 0; tick < 10; tick++) {
    watch.heardTime('base n2', 3_600_000)
    expect(pass(5_000)).toEqual([])
  }
  expect(said).toBeDefined()
  // Much later nothing is known of the nodes any more.
  pass(70_000, false)
  watch.sawBlock('base', BigInt(Math.round(clock.now() / 1000) + 50))
  watch.look()
  expect(watch.isOff()).toBe(true)
})
