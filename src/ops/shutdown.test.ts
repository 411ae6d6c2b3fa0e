import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { silentLog } from '../shared/log.ts'
import { createShutdown } from './shutdown.ts'
import { systemClock, systemTimers } from './system.ts'

function create(totalMs = 1_000) {
  const events: string[] = []
  const shutdown = createShutdown({ clock: systemClock, timers: systemTimers, log: silentLog, totalMs, exit: (code) => events.push(`exit ${code}`) })
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

  test('begins at a signal, once; the second signal ends at once', async () => {
    const { events, process, step } = create()
    step('slow', () => systemTimers.sleep(30))
    process.emit('SIGTERM')
    await systemTimers.sleep(1)
    process.emit('SIGINT')
    expect(events).toEqual(['exit 130'])
    await systemTimers.sleep(60)
    expect(events).toEqual(['exit 130', 'slow', 'exit 0'])
  })

  test('a step that fails does not keep the others from running, and the exit code tells', async () => {
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

  test('asked twice, it runs once', async () => {
    const { shutdown, events, step } = create()
    step('close')
    await Promise.all([shutdown.begin('one'), shutdown.begin('two')])
    expect(events).toEqual(['close', 'exit 0'])
  })

  test('after a fatal error it exits with the code that it was given', async () => {
    const { shutdown, events } = create()
    await shutdown.begin('uncaught', 70)
    expect(events).toEqual(['exit 70'])
  })
})
