import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { Clock } from '../shared/clock.ts'
import { silentLog } from '../shared/log.ts'
import { createShutdown } from './shutdown.ts'
import { systemClock, systemTimers } from './system.ts'

function create(totalMs = 1_000, clock: Clock = systemClock) {
  const events: string[] = []
  const exit = (code: number) => events.push(`exit ${code}`)
  const shutdown = createShutdown({ clock, timers: systemTimers, log: silentLog, totalMs, exit })
  const process = new EventEmitter()
  shutdown.listen(process)
  const step = (name: string, run: () => Promise<void> | void = () => {}) =>
    shutdown.step(name, async () => {
      await run()
      events.push(name)
    })
  return { shutdown, events, process, step }
}

describe('the shutdown', () => {
  test('runs its steps in the order in which they were named, then exits with 0', async () => {
    const { shutdown, events, step } = create()
    step('unready', () => systemTimers.sleep(10))
    step('drain')
    step('close')
    await shutdown.begin('test')
    expect(events).toEqual(['unready', 'drain', 'close', 'exit 0'])
  })

  test('starts at a signal, once, even if the same Ctrl-C arrives several times', async () => {
    const { events, process, step } = create()
    step('slow', () => systemTimers.sleep(10))
    process.emit('SIGINT')
    process.emit('SIGINT')
    process.emit('SIGTERM')
    await systemTimers.sleep(40)
    expect(events).toEqual(['slow', 'exit 0'])
  })

  test('a second, later signal ends the process at once', () => {
    let now = 0
    const { events, process, step } = create(60_000, { now: () => now })
    step('slow', () => systemTimers.sleep(50))
    process.emit('SIGTERM')
    now += 1_500
    process.emit('SIGINT')
    expect(events).toEqual(['exit 130'])
  })

  test('a failed step does not stop the others, and sets the exit code', async () => {
    const { shutdown, events, step } = create()
    step('broken', () => Promise.reject(new Error('broken')))
    step('close')
    await shutdown.begin('test')
    expect(events).toEqual(['close', 'exit 1'])
  })

  test('a step that never ends leaves time for those after it', async () => {
    const { shutdown, events, step } = create(200)
    step('stuck', () => new Promise(() => {}))
    step('close')
    const before = systemClock.now()
    await shutdown.begin('test')
    expect(events).toEqual(['close', 'exit 1'])
    expect(systemClock.now() - before).toBeLessThan(1_000)
  })

  test('draining comes first, outside of the time for the steps', async () => {
    let stepsLeft = 0
    const { shutdown, events, step } = create(150)
    shutdown.drainBy(() => systemTimers.sleep(200))
    shutdown.step('measured', (deadlineMs) => {
      stepsLeft = deadlineMs
    })
    step('close')
    await shutdown.begin('test')
    expect(stepsLeft).toBeGreaterThan(100)
    expect(events).toEqual(['close', 'exit 0'])
  })

  test('a failure while draining stops no step, and sets the exit code', async () => {
    const { shutdown, events, step } = create()
    shutdown.drainBy(() => Promise.reject(new Error('broken')))
    step('close')
    await shutdown.begin('test')
    expect(events).toEqual(['close', 'exit 1'])
  })

  test('runs once when started twice', async () => {
    const { shutdown, events, step } = create()
    step('close')
    await Promise.all([shutdown.begin('one'), shutdown.begin('two')])
    expect(events).toEqual(['close', 'exit 0'])
  })

  test('exits with the given code after a fatal error', async () => {
    const { shutdown, events } = create()
    await shutdown.begin('uncaught', 70)
    expect(events).toEqual(['exit 70'])
  })
})
