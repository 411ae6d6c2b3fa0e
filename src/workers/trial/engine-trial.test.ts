import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemTimers } from '../../ops/system.ts'
import { silentLog, type Log } from '../../shared/log.ts'
import { silentMetrics, type Metrics } from '../../shared/metrics.ts'
import { createEngineTrial } from './engine-trial.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A trial of an engine that works or not, as `fault` says, with what it logged, showed and told. */
function open({ fault = null as Error | null, hangs = false } = {}) {
  const said: { readonly level: string; readonly message: string; readonly alarm?: unknown }[] = []
  const note = (level: string) => (fields: object, message: string) => void said.push({ level, message, ...fields })
  const log: Log = { ...silentLog, info: note('info'), warn: note('warn'), error: note('error'), child: () => log }
  const works: number[] = []
  const metrics: Metrics = { ...silentMetrics, gauge: () => ({ set: (value) => void works.push(value) }) }
  const state = { fault, hangs, attempts: 0, changes: 0, said, works }
  const trial = createEngineTrial({
    name: 'browser',
    attempt: async (signal) => {
      state.attempts += 1
      if (state.hangs) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))))
      if (state.fault) throw state.fault
    },
    timers: systemTimers,
    log,
    metrics,
  })
  trial.onChange(() => void (state.changes += 1))
  return { trial, state }
}

test('an engine is tried once, however many wait for it', async () => {
  const { trial, state } = open()
  expect(trial.standing()).toBe('untried')
  await Promise.all([trial.tried(), trial.tried()])
  await trial.tried()
  expect(trial.standing()).toBe('works')
  expect(state).toMatchObject({ attempts: 1, changes: 0, said: [], works: [1] })
})

test('an engine that fails is told once with an alarm, and tried again after pauses that double up to five minutes', async () => {
  const { trial, state } = open({ fault: new Error('it does not start') })
  await trial.tried()
  expect(trial.standing()).toBe('failed')
  expect(state.changes).toBe(1)
  for (const [pauseMs, attempts] of [
    [1_000, 2],
    [2_000, 3],
    [4_000, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(pauseMs - 1)
    expect(state.attempts).toBe(attempts - 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(state.attempts).toBe(attempts)
  }
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(state.attempts).toBeGreaterThan(4 + 3_600 / 300)
  expect(state.attempts).toBeLessThan(4 + 3_600 / 300 + 8)
  expect(state.said.map(({ level, alarm }) => [level, alarm])).toEqual([['error', 'engine']])
  await trial.close()
})

test('an engine that works again is told of', async () => {
  const { trial, state } = open({ fault: new Error('it does not start') })
  await trial.tried()
  state.fault = null
  await vi.advanceTimersByTimeAsync(1_000)
  expect(trial.standing()).toBe('works')
  expect(state).toMatchObject({ changes: 2, works: [0, 1] })
  expect(state.said.map(({ level }) => level)).toEqual(['error', 'info'])
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(state.attempts).toBe(2)
})

test('an engine that fails in a call has failed at once, until a trial succeeds', async () => {
  const { trial, state } = open()
  await trial.tried()
  trial.fail(new Error('it did not start'))
  trial.fail(new Error('it did not start'))
  expect(trial.standing()).toBe('failed')
  expect(state.changes).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(trial.standing()).toBe('works')
  expect(state).toMatchObject({ attempts: 2, changes: 2 })
})

test('a trial that takes longer than a minute has failed', async () => {
  const { trial } = open({ hangs: true })
  const tried = trial.tried()
  await vi.advanceTimersByTimeAsync(59_999)
  expect(trial.standing()).toBe('untried')
  await vi.advanceTimersByTimeAsync(1)
  await tried
  expect(trial.standing()).toBe('failed')
  await trial.close()
})

test('after its end an engine is not tried, and no call waits for it', async () => {
  const { trial, state } = open({ hangs: true })
  const tried = trial.tried()
  await trial.close()
  await tried
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(state).toMatchObject({ attempts: 1, changes: 0, said: [] })
})
