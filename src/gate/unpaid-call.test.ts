import { expect, test } from 'vitest'
import { z } from 'zod'
import { answer, free, offer } from '../offers/offer.ts'
import { systemTimers } from '../ops/system.ts'
import { silentLog } from '../shared/log.ts'
import { Problem } from '../shared/problems.ts'
import { prepareInput } from './input/prepared-input.ts'
import type { DailyQuota } from './limits/quota.ts'
import { createUnpaidCalls } from './unpaid-call.ts'

function openCalls(steadyMs: number | undefined) {
  const clock = { at: 1_000_000, now: () => clock.at }
  const world = { clock, runs: 0, fails: false }
  const catalog = offer({
    id: 'list',
    route: 'GET /v1/list',
    access: free,
    title: 'List',
    purpose: 'To be read.',
    answer: z.object({ run: z.number() }),
    example: { answer: { run: 1 } },
    ...(steadyMs === undefined ? {} : { steadyMs }),
    async run() {
      world.runs += 1
      if (world.fails) throw new Problem('upstream_unavailable', 'No source answers.')
      return answer({ run: world.runs })
    },
  })
  const context = { sources: {} as never, chains: new Map(), clock, catalog: { offers: [catalog] }, publicUrl: 'http://shop' }
  const calls = createUnpaidCalls({
    quota: {} as DailyQuota,
    ledger: {} as never,
    runsPerClient: 10,
    context,
    timers: systemTimers,
    log: silentLog,
  })
  const input = prepareInput(catalog, { path: {}, query: {}, body: undefined })
  const ask = async () => {
    const outcome = await calls.run({
      offer: catalog,
      input,
      credential: { kind: 'none' },
      arrivedAt: clock.at,
      client: '192.0.2.1',
      idempotencyKey: null,
    })
    return outcome.kind === 'answer' ? (JSON.parse(Buffer.from(outcome.body).toString('utf8')) as unknown) : outcome.kind
  }
  return { world, ask }
}

test('the answer of a steady offer is made once for all callers, and again when its time is over', async () => {
  const { world, ask } = openCalls(2_000)
  for (let call = 0; call < 100; call++) expect(await ask()).toEqual({ run: 1 })
  world.clock.at += 2_000
  expect(await ask()).toEqual({ run: 2 })
  expect(world.runs).toBe(2)
})

test('a run that failed is not kept', async () => {
  const { world, ask } = openCalls(2_000)
  world.fails = true
  expect(await ask()).toBe('refused')
  world.fails = false
  expect(await ask()).toEqual({ run: 2 })
})

test('any other free offer runs for each call', async () => {
  const { ask } = openCalls(undefined)
  expect([await ask(), await ask()]).toEqual([{ run: 1 }, { run: 2 }])
})
