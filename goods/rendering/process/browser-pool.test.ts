import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { createBrowserPool } from './browser-pool.ts'
import type { RunningBrowser } from './launch-browser.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const idleMs = 60_000
const signal = new AbortController().signal

function open() {
  const state = { fault: null as Error | null, launched: 0, closed: 0, broken: [] as unknown[] }
  const launch = async (): Promise<RunningBrowser> => {
    if (state.fault) throw state.fault
    state.launched += 1
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    let isOpen = true
    const pipe = { isOpen: () => isOpen, ended } as unknown as RunningBrowser['pipe']
    const close = async () => {
      isOpen = false
      state.closed += 1
      resolve()
    }
    return { pid: -1, pipe, network: null, close }
  }
  const pool = createBrowserPool(
    launch,
    { maxBrowsers: 1, pagesPerBrowser: 25, pageMs: 15_000, maxMemoryBytes: 1_000_000_000, idleMs },
    { clock: systemClock, timers: systemTimers, log: silentLog, broken: (error) => void state.broken.push(error) },
  )
  return { pool, state, show: () => pool.use(async ({ pid }) => pid, signal) }
}

describe('a browser', () => {
  test('ends when no page has come for a while, and the next page starts another one', async () => {
    const { state, show } = open()
    await show()
    await vi.advanceTimersByTimeAsync(idleMs - 1)
    await show()
    await vi.advanceTimersByTimeAsync(idleMs - 1)
    expect(state).toMatchObject({ launched: 1, closed: 0 })
    await vi.advanceTimersByTimeAsync(1)
    expect(state).toMatchObject({ launched: 1, closed: 1 })
    await show()
    expect(state).toMatchObject({ launched: 2, closed: 1, broken: [] })
  })

  test('that cannot be started is told of before its caller is answered', async () => {
    const { state, show } = open()
    state.fault = new Error('it ended with exit code 1')
    await expect(
      show().catch((error: unknown) => {
        expect(state.broken).toEqual([state.fault])
        throw error
      }),
    ).rejects.toMatchObject({ code: 'offer_unavailable' })
  })

  test('leaves no timer behind when the pool closes', async () => {
    const { pool, state, show } = open()
    await show()
    await pool.close()
    expect(state.closed).toBe(1)
    await vi.advanceTimersByTimeAsync(idleMs)
    expect(state.closed).toBe(1)
  })
})
