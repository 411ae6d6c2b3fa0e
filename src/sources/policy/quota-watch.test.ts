import { expect, test } from 'vitest'
import type { HttpClient } from '../../net/http-client.ts'
import { UpstreamRejected } from '../../net/upstream-errors.ts'
import { createMetrics } from '../../ops/metrics.ts'
import { systemRandom, systemTimers } from '../../ops/system.ts'
import type { Log } from '../../shared/log.ts'
import { createSource, defaultLimits, type SourceDeclaration } from './create-source.ts'
import type { SourceTerms } from './source.ts'

const terms: SourceTerms = {
  id: 'prices',
  name: 'Prices',
  licence: 'CC0',
  attribution: 'Prices',
  resale: 'allowed',
  contact: null,
} as never

function open(declared: Partial<SourceDeclaration>) {
  let now = Date.parse('2026-10-05T15:00:00Z')
  const upstream: { refusal: UpstreamRejected | null; asked: number } = { refusal: null, asked: 0 }
  const body = Buffer.from('{}')
  const http: HttpClient = {
    async send() {
      upstream.asked++
      if (upstream.refusal) throw upstream.refusal
      return { status: 200, header: () => null, list: () => null, body, chunks: [body] }
    },
    close: async () => {},
  }
  const lines: string[] = []
  const kept = (fields: object, message: string) => void lines.push(`${'alarm' in fields ? `${String(fields.alarm)}: ` : ''}${message}`)
  const log: Log = { debug() {}, info: kept, warn: kept, error: kept, child: () => log }
  const metrics = createMetrics()
  const source = createSource(
    { terms, baseUrl: 'https://prices.example', enabled: true, ...declared },
    {
      http,
      log,
      timers: systemTimers,
      random: systemRandom,
      metrics: metrics.metrics,
      simulated: false,
      limits: defaultLimits,
      clock: { now: () => now },
    },
  )
  const ask = (times = 1) =>
    Promise.allSettled(
      Array.from({ length: times }, () => source.ask({ path: '/price', read: () => 1 }, new AbortController().signal)),
    ).then((answers) => answers.filter(({ status }) => status === 'fulfilled').length)
  const measured = async (name: string) => Number(new RegExp(`^${name}\\{source="prices"\\} (\\S+)$`, 'm').exec(await metrics.text())?.[1])
  return { source, upstream, ask, lines, measured, pass: (ms: number) => void (now += ms) }
}

const minute = 60_000
const ended = 'the source is asked again: its quota is not used up any longer'
const byUpstream = /^source_quota: it says that our plan is used up/

test('our own share of a plan that is used up: one alarm, until some requests are saved again', async () => {
  const { source, ask, lines, measured, pass } = open({ quota: { perMonth: 10_000 } })
  expect(source.state().quota).toMatchObject({ plan: { left: 20, requests: 10_000 }, usedUp: false, againAt: null })
  expect(await ask(25)).toBe(20)
  expect(lines).toEqual([expect.stringMatching(/^source_quota: our share of its plan is used up/)])
  expect(source.state().quota).toMatchObject({ plan: { left: 0 }, usedUp: true, againAt: '2026-10-05T15:04:27.840Z' })
  expect(await measured('farthing_source_quota_used_up')).toBe(1)
  // One that was saved goes out, and ends nothing.
  pass(5 * minute)
  expect(await ask(3)).toBe(1)
  expect(lines).toHaveLength(1)
  pass(120 * minute)
  expect(source.state().quota).toMatchObject({ plan: { left: 27 }, usedUp: false })
  expect(lines.slice(1)).toEqual([ended])
  expect([await measured('farthing_source_quota_used_up'), await measured('farthing_source_requests_left')]).toEqual([0, 27])
})

test('an upstream that says so by a long pause, or by "payment required", until it answers', async () => {
  for (const refusal of [new UpstreamRejected(429, 10 * minute), new UpstreamRejected(402)]) {
    const { source, ask, upstream, lines, pass } = open({})
    upstream.refusal = refusal
    expect(await ask()).toBe(0)
    expect(lines).toEqual([expect.stringMatching(byUpstream)])
    expect(source.state()).toMatchObject({ breaker: 'paused', quota: { plan: null, usedUp: true } })
    // During the pause nothing goes out.
    await ask(5)
    pass(11 * minute)
    await ask()
    expect([upstream.asked, lines.length]).toEqual([2, 1])
    upstream.refusal = null
    pass(11 * minute)
    expect(await ask()).toBe(1)
    expect(lines.slice(1)).toEqual([ended])
    expect(source.state().quota).toBeNull()
  }
})

test('an upstream that asks for a short pause is no alarm, unless it refuses again after it', async () => {
  const { ask, upstream, lines, pass } = open({})
  for (const next of [1, 2]) {
    upstream.refusal = new UpstreamRejected(429, 5_000)
    await ask()
    pass(6_000)
    upstream.refusal = null
    expect(await ask()).toBe(1)
    expect([next, lines]).toEqual([next, []])
  }
  upstream.refusal = new UpstreamRejected(429)
  await ask()
  pass(11_000)
  await ask()
  expect(lines).toEqual([expect.stringMatching(byUpstream)])
})

test('a limit for seconds is used up all the time, and is no alarm', async () => {
  const { source, ask, lines } = open({ requestLimit: { requests: 5, perMs: 1_000 } })
  expect(await ask(50)).toBe(5)
  expect([source.state().quota, lines]).toEqual([null, []])
  const daily = open({ requestLimit: { requests: 90, perMs: 24 * 60 * minute } })
  expect(await daily.ask(91)).toBe(90)
  expect(daily.lines).toEqual([expect.stringMatching(/^source_quota: our share/)])
})
