import { describe, expect, test } from 'vitest'
import { silentLog, type Log, type LogFields } from '../shared/log.ts'
import { createHealth } from './health.ts'
import { systemTimers } from './system.ts'

const create = () => createHealth({ timers: systemTimers, log: silentLog, checkMs: 30 })

describe('readiness', () => {
  test('comes after the start is finished, and ends for good when the process drains', () => {
    const health = create()
    expect(health.ready()).toEqual({ ready: false, checks: { process: 'starting' } })
    health.started()
    expect(health.ready()).toEqual({ ready: true, checks: { process: 'ready' } })
    health.drain()
    health.started()
    expect(health.ready()).toEqual({ ready: false, checks: { process: 'draining' } })
  })

  test('needs every critical check to have passed, and names failed ones without the reason', async () => {
    const health = create()
    let broken = true
    health.register('ledger', () => {})
    health.register('chain', () => (broken ? Promise.reject(new Error('http://key@node is down')) : undefined))
    health.started()
    expect(health.ready()).toEqual({ ready: false, checks: { process: 'ready', ledger: 'unchecked', chain: 'unchecked' } })
    await health.refresh()
    expect(health.ready()).toEqual({ ready: false, checks: { process: 'ready', ledger: 'ok', chain: 'failed' } })
    broken = false
    await health.refresh()
    expect(health.ready().ready).toBe(true)
  })

  test('survives the failure of a check that is not critical', async () => {
    const health = create()
    health.register('source', () => Promise.reject(new Error('down')), { critical: false })
    health.started()
    await health.refresh()
    expect(health.ready()).toMatchObject({ ready: true, checks: { source: 'failed' } })
  })

  test('needs what is required, as it is at that moment', () => {
    const health = create()
    let holds = false
    health.require('networks', () => holds)
    health.started()
    expect(health.ready()).toEqual({ ready: false, checks: { process: 'ready', networks: 'failed' } })
    holds = true
    expect(health.ready()).toEqual({ ready: true, checks: { process: 'ready', networks: 'ok' } })
  })

  test('a check is logged when it begins to fail and when it passes again, with the reason and no stack', async () => {
    const lines: unknown[] = []
    const keep = (fields: LogFields, message: string) => void lines.push([message, fields])
    const log: Log = { debug: keep, info: keep, warn: keep, error: keep, child: () => log }
    const health = createHealth({ timers: systemTimers, log })
    let broken = true
    const probe = () => (broken ? Promise.reject(new Error('gone')) : undefined)
    health.register('ledger', probe)
    health.register('chain', probe, { critical: false, quiet: true })
    for (let time = 0; time < 3; time++) await health.refresh()
    broken = false
    for (let time = 0; time < 3; time++) await health.refresh()
    expect(lines).toEqual([
      ['health check failed', { check: 'ledger', reason: 'gone' }],
      ['health check passes again', { check: 'ledger' }],
    ])
  })

  test('a check that never ends fails in time', async () => {
    const health = create()
    health.register('stuck', () => new Promise(() => {}))
    health.started()
    await health.refresh()
    expect(health.ready()).toMatchObject({ ready: false, checks: { stuck: 'failed' } })
  })

  test('no check runs once the process drains', async () => {
    const health = create()
    let asked = 0
    health.register('ledger', () => void (asked += 1))
    health.drain()
    await health.refresh()
    expect(asked).toBe(0)
  })
})
