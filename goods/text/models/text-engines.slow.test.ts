import { open, rm } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import { silentLog, type Log } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { createTextEngines, type TextEngineParts, type TextEngineSettings } from './create-text-engines.ts'
import { modelDirectory } from './model-directory.ts'
import { copyModels, modelsHere } from './models.fixture.ts'
import { openTextEngines } from './open-text-engines.ts'
import { ourselves, type Caller } from '../../../src/shared/caller.ts'
import type { OpenedTextEngines } from './text-engines.ts'

// Each start of a worker loads three models.
vi.setConfig({ testTimeout: 120_000 })

const signal = new AbortController().signal
const ending: (() => Promise<unknown>)[] = []
const freeOf = (client: string): Caller => ({ standing: 'free', client, payer: null })

afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

const usual: TextEngineSettings = {
  directory: modelDirectory,
  version: 'trial',
  maxWorkers: 1,
  maxWaiting: 10,
  maxFreeWaiting: 2,
  jobMs: 20_000,
  maxMemoryMb: 600,
  idleMs: 60_000,
}

interface Trial {
  readonly engines: OpenedTextEngines
  readonly logged: readonly string[]
  run(job: string, input?: unknown, options?: { readonly caller?: Caller; readonly signal?: AbortSignal }): Promise<unknown>
}

function parts(logged: string[], more: Partial<TextEngineParts> = {}): TextEngineParts {
  const note = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`)
  const log: Log = { ...silentLog, info: note, warn: note, error: note, child: () => log }
  return {
    clock: systemClock,
    timers: systemTimers,
    log,
    metrics: silentMetrics,
    entry: new URL('trial-worker.fixture.ts', import.meta.url),
    ...more,
  }
}

function start(settings: Partial<TextEngineSettings> = {}, more: Partial<TextEngineParts> = {}): Trial {
  const logged: string[] = []
  const engines = createTextEngines({ ...usual, ...settings }, parts(logged, more))
  ending.push(() => engines.close())
  return {
    engines,
    logged,
    run: (job, input = {}, options = {}) => engines.run(job as never, input as never, { caller: ourselves, signal, ...options }),
  }
}

const failed = { code: 'engine_failed', status: 503 }
const good = { length: 5, logits: 3 }

describe.runIf(modelsHere)('text engines', () => {
  test('load with the first job, and answer it', async () => {
    const { engines, run } = start()
    expect(engines.availability()).toBe('available')
    expect(await run('length', { text: 'Hello' })).toEqual(good)
  })

  test('hand on problems of a job to its caller', async () => {
    const { run } = start()
    await expect(run('refuse')).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'The text is not one.',
      options: { field: 'body.text' },
    })
    await expect(run('fail', { text: 'my secret' })).rejects.toMatchObject(failed)
    await expect(run('unknown')).rejects.toMatchObject(failed)
    expect(await run('length', { text: 'Hello' })).toEqual(good)
  })

  test('write nothing of a text to the log', async () => {
    const { run, logged } = start()
    await expect(run('fail', { text: 'my secret' })).rejects.toMatchObject(failed)
    expect(logged.join('\n')).toContain('a job of a text worker failed')
    expect(logged.join('\n')).not.toContain('secret')
  })

  test('go on after a worker was killed', async () => {
    const { run, logged, engines } = start()
    await expect(run('exit')).rejects.toMatchObject(failed)
    expect(await run('length', { text: 'Hello' })).toEqual(good)
    expect(logged.filter((line) => line.includes('ended and may be started again'))).toHaveLength(1)
    expect(engines.availability()).toBe('available')
  })

  test('notice a worker that ends while it has nothing to do', async () => {
    const { run, logged } = start()
    await run('exitSoon')
    await vi.waitUntil(() => logged.some((line) => line.includes('ended and may be started again')), 60_000)
    expect(await run('length', { text: 'Hello' })).toEqual(good)
  })

  test('are down after one crash follows another, and up after a trial that succeeds', async () => {
    const { run, engines } = start()
    for (let crash = 0; crash < 3; crash += 1) await expect(run('exit')).rejects.toMatchObject(failed)
    expect(engines.availability()).toBe('down')
    await vi.waitUntil(() => engines.availability() === 'available', 60_000)
    expect(await run('length', { text: 'Hello' })).toEqual(good)
  })

  test('end a job that does not', async () => {
    const { run, logged } = start({ jobMs: 1_500 })
    await run('length', { text: 'Hello' })
    await expect(run('endless')).rejects.toMatchObject(failed)
    expect(logged.join('\n')).toContain('a job took longer than 1500 ms')
    expect(await run('length', { text: 'Hello' })).toEqual(good)
  })

  test('end a worker that takes too much memory', async () => {
    const { run } = start({ maxMemoryMb: 240 })
    await expect(run('takeMemory')).rejects.toMatchObject(failed)
    expect(await run('length', { text: 'Hello' })).toEqual(good)
  })

  test('replace a worker that keeps memory', async () => {
    const { run, logged } = start({ maxMemoryMb: 300 })
    for (let job = 0; job < 10; job += 1) await run('keepSome').catch(() => {})
    expect(logged.join('\n')).toContain('takes too much memory and is replaced')
    expect(await run('length', { text: 'Hello' })).toEqual(good)
  })

  test('have places for the calls that work or wait, free ones apart', () => {
    const { engines } = start({ maxWorkers: 1, maxWaiting: 3, maxFreeWaiting: 1 })
    const paid = Array.from({ length: 5 }, () => engines.admit(ourselves))
    expect(paid.filter((place) => place !== null)).toHaveLength(4)
    const free = Array.from({ length: 3 }, (_, index) => engines.admit(freeOf(`client ${index}`)))
    expect(free.filter((place) => place !== null)).toHaveLength(1)
    paid[0]?.leave()
    paid[0]?.leave()
    expect([engines.admit(ourselves), engines.admit(ourselves)].filter((place) => place !== null)).toHaveLength(1)
  })

  test('serve paid jobs before free ones, and free ones still', async () => {
    const { run } = start()
    await run('compute', { ms: 1 })
    const order: string[] = []
    const jobs = Array.from({ length: 24 }, (_, index) => {
      const caller = index < 12 ? freeOf('a client') : ourselves
      return run('compute', { ms: 10 }, { caller }).then(() => void order.push(caller.standing))
    })
    await Promise.all(jobs)
    const half = order.slice(0, 12)
    expect(half.filter((standing) => standing === 'settled').length).toBeGreaterThanOrEqual(7)
    expect(half).toContain('free')
  })

  test('take a job whose caller has gone out of the queue', async () => {
    const { run } = start()
    const caller = new AbortController()
    const first = run('sleep', { ms: 300 })
    const second = run('sleep', { ms: 1 }, { signal: caller.signal })
    caller.abort()
    await expect(second).rejects.toMatchObject({ code: 'overloaded' })
    await expect(run('sleep', { ms: 1 }, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'overloaded' })
    await first
  })

  test('leave the event loop free while a hundred jobs run', async () => {
    const { run } = start()
    await run('length', { text: 'Hello' })
    const lag = monitorEventLoopDelay({ resolution: 1 })
    lag.enable()
    const text = 'The committee published its report on the price of electricity. '.repeat(4)
    await Promise.all(Array.from({ length: 100 }, () => run('length', { text })))
    lag.disable()
    // The 99th percentile: other processes may take the core of this one for a while.
    expect(lag.percentile(99) / 1e6).toBeLessThan(20)
  })

  test('refuse jobs after they were closed, and end those that wait', async () => {
    const { run, engines } = start()
    await run('length', { text: 'Hello' })
    const jobs = ['sleep', 'sleep'].map((job) => run(job, { ms: 60_000 }))
    const outcomes = Promise.allSettled(jobs)
    await engines.close()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(run('length', { text: 'Hello' })).rejects.toMatchObject({ code: 'shutting_down' })
  })
})

describe.runIf(modelsHere)('text engines whose models', () => {
  test('were tampered with are down, and refuse every job', async () => {
    const { directory, remove } = await copyModels()
    ending.push(remove)
    const file = await open(join(directory, 'sentiment.onnx'), 'r+')
    await file.write(Buffer.from('poison'), 0, 6, 9_000)
    await file.close()
    const { run, engines, logged } = start({ directory })
    await expect(run('length', { text: 'Hello' })).rejects.toMatchObject({ code: 'offer_unavailable' })
    expect(engines.availability()).toBe('down')
    expect(logged.join('\n')).toContain('sentiment.onnx is not the file that manifest.json lists')
  })

  test('are missing or cut short are not opened at all', async () => {
    const { directory, remove } = await copyModels()
    ending.push(remove)
    const logged: string[] = []
    const opened = await openTextEngines({ ...usual, directory }, parts(logged))
    expect(opened?.version).toMatch(/\w/)
    await rm(join(directory, 'pairs.onnx'))
    expect(await openTextEngines({ ...usual, directory }, parts(logged))).toBeNull()
    expect(logged.join('\n')).toContain('pairs.onnx is missing')
  })
})
