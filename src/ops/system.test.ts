import { describe, expect, test } from 'vitest'
import { systemClock, systemRandom, systemTimers } from './system.ts'

describe('the system timers', () => {
  test('run a task once, after its time', async () => {
    const before = systemClock.now()
    await new Promise<void>((resolve) => systemTimers.after(20, resolve))
    expect(systemClock.now() - before).toBeGreaterThanOrEqual(18)
  })

  test('do not run a task that was cancelled', async () => {
    const ran: string[] = []
    systemTimers.after(5, () => ran.push('after'))()
    systemTimers.soon(() => ran.push('soon'))()
    await systemTimers.sleep(20)
    expect(ran).toEqual([])
  })

  test('sleep ends early with the reason of the signal', async () => {
    const controller = new AbortController()
    const sleeping = systemTimers.sleep(60_000, controller.signal)
    controller.abort(new Error('enough'))
    await expect(sleeping).rejects.toThrow('enough')
    await expect(systemTimers.sleep(60_000, controller.signal)).rejects.toThrow('enough')
  })

  test('a delay above the limit of setTimeout does not fire at once', async () => {
    let fired = false
    const cancel = systemTimers.after(2 ** 40, () => {
      fired = true
    })
    await systemTimers.sleep(10)
    cancel()
    expect(fired).toBe(false)
  })
})

test('systemRandom returns as many bytes as requested, different each time', () => {
  for (const length of [0, 1, 16, 5_000, 4096]) expect(systemRandom.bytes(length)).toHaveLength(length)
  const drawn = Array.from({ length: 10_000 }, () => Buffer.from(systemRandom.bytes(16)).toString('hex'))
  expect(new Set(drawn).size).toBe(drawn.length)
})
