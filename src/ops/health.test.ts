import { describe, expect, test } from 'vitest'
import { silentLog } from '../shared/log.ts'
import { createHealth } from './health.ts'
import { systemTimers } from './system.ts'

const create = () => createHealth({ timers: systemTimers, log: silentLog, checkMs: 30 })

describe('readiness', () => {
  test('comes only after the start is finished, and goes when the process drains', async () => {
    const health = create()
    expect(await health.readiness()).toMatchObject({ ok: false, phase: 'starting' })
    health.ready()
    expect(await health.readiness()).toMatchObject({ ok: true, phase: 'ready' })
    health.drain()
    expect(await health.readiness()).toMatchObject({ ok: false, phase: 'draining' })
    health.ready()
    expect(await health.readiness()).toMatchObject({ ok: false, phase: 'draining' })
  })

  test('needs every critical check, and names those that fail without saying why', async () => {
    const health = create()
    health.register('ledger', () => {})
    health.register('chain', () => Promise.reject(new Error('http://key@node is down')))
    health.ready()
    const report = await health.readiness()
    expect(report).toEqual({ ok: false, phase: 'ready', checks: { ledger: 'ok', chain: 'failed' } })
  })

  test('survives the failure of a check that is not critical', async () => {
    const health = create()
    health.register('source', () => Promise.reject(new Error('down')), { critical: false })
    health.ready()
    expect(await health.readiness()).toMatchObject({ ok: true, checks: { source: 'failed' } })
  })

  test('a check that never ends fails in time', async () => {
    const health = create()
    health.register('stuck', () => new Promise(() => {}))
    health.ready()
    expect(await health.readiness()).toMatchObject({ ok: false, checks: { stuck: 'failed' } })
  })

  test('many who ask at once share one round of checks', async () => {
    const health = create()
    let rounds = 0
    health.register('counted', async () => {
      rounds += 1
      await systemTimers.sleep(5)
    })
    await Promise.all(Array.from({ length: 50 }, () => health.readiness()))
    expect(rounds).toBe(1)
  })
})

test('the process is live from start to end', () => {
  const health = create()
  expect(health.live().ok).toBe(true)
  health.drain()
  expect(health.live()).toMatchObject({ ok: true, phase: 'draining' })
})
