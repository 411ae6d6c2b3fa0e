import { expect, test } from 'vitest'
import { UpstreamGarbage, UpstreamRejected, UpstreamUnreachable } from '../../net/upstream-errors.ts'
import { systemClock, systemRandom, systemTimers } from '../../ops/system.ts'
import { attempt } from './attempt.ts'
import { createBreaker } from '../../net/breaker.ts'

/** Runs a request that fails with each of these in turn and then answers. */
async function run(...failures: Error[]) {
  const breaker = createBreaker(systemClock)
  let calls = 0
  const parts = {
    breaker,
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    settings: { retries: 2, backoffMs: 1 },
    signal: new AbortController().signal,
  }
  const work = async () => {
    const failure = failures[calls++]
    if (failure) throw failure
    return 'answered'
  }
  const outcome = await attempt(work, parts).catch((error: unknown) => error)
  return { outcome, calls, state: breaker.state(), breaker }
}

test('a failure that a retry may solve is retried twice', async () => {
  const cut = new UpstreamUnreachable('connection')
  expect(await run(cut, new UpstreamGarbage('not_json'))).toMatchObject({ outcome: 'answered', calls: 3 })
  expect(await run(new UpstreamRejected(502), cut, cut, cut)).toMatchObject({ outcome: cut, calls: 3 })
})

test('a slow upstream gets no retry', async () => {
  expect(await run(new UpstreamUnreachable('timeout'))).toMatchObject({ calls: 1 })
})

test('a 4xx is not retried, and no number of them opens the breaker', async () => {
  for (const status of [400, 401, 403, 404, 410, 422]) {
    const error = new UpstreamRejected(status)
    const { outcome, calls, breaker } = await run(error)
    expect([outcome, calls]).toEqual([error, 1])
    for (let index = 0; index < 10; index++) {
      await attempt(async () => Promise.reject(error), {
        breaker,
        clock: systemClock,
        timers: systemTimers,
        random: systemRandom,
        settings: { retries: 2, backoffMs: 1 },
        signal: new AbortController().signal,
      }).catch(() => {})
    }
    expect(breaker.state()).toBe('closed')
  }
})

test('after "too many requests" an upstream gets a pause of the time that it names, or ten seconds', async () => {
  const asked = await run(new UpstreamRejected(429, 7_000))
  expect(asked).toMatchObject({ calls: 1, state: 'paused' })
  const { retryAfterMs } = asked.breaker.enter() as { retryAfterMs: number }
  expect(retryAfterMs).toBeGreaterThan(6_000)
  expect(retryAfterMs).toBeLessThanOrEqual(7_000)
  expect(await run(new UpstreamRejected(429))).toMatchObject({ calls: 1, state: 'paused' })
  expect(await run(new UpstreamRejected(418, 120_000))).toMatchObject({ calls: 1, state: 'paused' })
  expect(await run(new UpstreamRejected(503, 7_000))).toMatchObject({ calls: 1, state: 'paused' })
})

test('an open breaker stops the retries of a running request too', async () => {
  const breaker = createBreaker(systemClock, { failures: 2, halfOpenAfterMs: 30_000 })
  let calls = 0
  const work = async () => {
    calls++
    throw new UpstreamUnreachable('connection')
  }
  const parts = {
    breaker,
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    settings: { retries: 5, backoffMs: 1 },
    signal: new AbortController().signal,
  }
  await expect(attempt(work, parts)).rejects.toMatchObject({ code: 'unreachable_breaker_open' })
  expect(calls).toBe(2)
})
