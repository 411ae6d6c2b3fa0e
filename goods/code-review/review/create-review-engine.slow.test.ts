import { afterEach, describe, expect, test } from 'vitest'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { createReviewEngine, type ReviewSettings } from './create-review-engine.ts'
import type { OpenedReviewEngine } from './review-engine.ts'
import { ourselves } from '../../../src/shared/caller.ts'

const opened: OpenedReviewEngine[] = []
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close()
})

function start(settings: Partial<ReviewSettings> = {}, entry: URL | null = new URL('trial-review-worker.fixture.ts', import.meta.url)) {
  const usual = { maxWorkers: 1, maxWaiting: 2, jobMs: 20_000, maxMemoryMb: 400, idleMs: 60_000 }
  const parts = { clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics, ...(entry ? { entry } : {}) }
  const engine = createReviewEngine({ ...usual, ...settings }, parts)
  opened.push(engine)
  const review = async (code: string, name = '') =>
    engine.review({ files: [{ name, code, language: null }] }, { caller: ourselves, signal: new AbortController().signal })
  const pidOf = async (code: string) => (await review(code)).warnings[0]
  return { engine, review, pidOf }
}

const failed = { code: 'engine_failed', status: 503 }

describe('the review engine', () => {
  test('reviews code in a process of its own', async () => {
    const { review } = start({ maxMemoryMb: 700 }, null)
    const { findings } = await review('if (size === NaN) grow()\n', 'a.js')
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(['eslint/use-isnan'])
  })

  test('kills a worker whose time is over, and goes on with another', async () => {
    const { review, pidOf } = start({ jobMs: 1_000 })
    const before = await pidOf('fine')
    await expect(review('endless')).rejects.toMatchObject(failed)
    expect(await pidOf('fine')).not.toBe(before)
  })

  test.each(['exit', 'memory'])('answers 503 where its worker ends: %s', async (code) => {
    const { review, pidOf } = start({ maxMemoryMb: 160 })
    await expect(review(code)).rejects.toMatchObject(failed)
    expect(await pidOf('fine')).toMatch(/^\d+$/)
  })

  test('replaces a worker that an analyser left half way, after its answer', async () => {
    const { pidOf } = start()
    const first = await pidOf('fine')
    expect(await pidOf('worn')).toBe(first)
    expect(await pidOf('fine')).not.toBe(first)
  })

  test('has places for the calls that work or wait', () => {
    const { engine } = start({ maxWaiting: 2 })
    const places = Array.from({ length: 5 }, () => engine.admit(ourselves))
    expect(places.filter((place) => place !== null)).toHaveLength(3)
    places[0]?.leave()
    expect(engine.admit(ourselves)).not.toBeNull()
  })

  test('refuses reviews after it was closed', async () => {
    const { engine, review } = start()
    await engine.close()
    await expect(review('fine')).rejects.toMatchObject({ code: 'shutting_down' })
  })
})
