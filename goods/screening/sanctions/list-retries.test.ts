import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openScreening, type ScreeningTest } from '../screening.fixture.ts'
import { UpstreamRejected, UpstreamUnreachable } from '../../../src/net/upstream-errors.ts'
import { createListRetries } from './list-retries.ts'

const minute = 60_000
const signal = new AbortController().signal

describe('the pauses of a list', () => {
  let now = 0
  const clock = { now: () => now }
  const next = (...[error]: [unknown?]) => retries.failed('one', undefined, error) / minute
  let retries = createListRetries(clock)
  beforeEach(() => {
    now = 0
    retries = createListRetries(clock)
  })

  test('grow with each failure in a row, up to half an hour, and begin anew after a success', () => {
    expect([retries.isDue('one'), next(), next(), next(), next(), next()]).toEqual([true, 2, 5, 15, 30, 30])
    retries.succeeded('one')
    expect([retries.isDue('one'), next()]).toEqual([true, 2])
  })

  test('end at their time, and are those of one list', () => {
    next()
    now = 2 * minute - 1
    expect([retries.isDue('one'), retries.isDue('other')]).toEqual([false, true])
    now = 2 * minute
    expect(retries.isDue('one')).toBe(true)
  })

  test('are at least as long as the host asks, but never longer than six hours', () => {
    expect(next(new UpstreamRejected(503, 40 * minute))).toBe(40)
    expect(next(new UpstreamRejected(503, 1_000))).toBe(5)
    expect(next(new UpstreamRejected(429, 1e12))).toBe(360)
  })

  test('do not grow for a list that was not requested', () => {
    expect([next(new UpstreamUnreachable('paused', { retryAfterMs: 3 * minute })), next(new UpstreamUnreachable('breaker_open'))]).toEqual([
      3, 2,
    ])
    expect(next(new UpstreamUnreachable('connection'))).toBe(2)
  })
})

describe('loading every minute', () => {
  let world: ScreeningTest
  beforeEach(async () => (world = await openScreening()))
  afterEach(() => world.close())

  /** Minutes, of this many, in which the source received requests. */
  async function minutesWithRequests(source: string, minutes: number): Promise<number[]> {
    const found: number[] = []
    for (let at = 0; at < minutes; at++) {
      const before = world.upstreams.requests(source)
      await world.sources.sanctions.load(signal)
      const sent = world.upstreams.requests(source) - before
      if (sent > 0) found.push(at)
      // No failure is repeated at once.
      if (found.length > 1) expect(sent).toBeLessThanOrEqual(1)
      world.pass(minute)
    }
    return found
  }

  test('asks a source that fails again after growing pauses, and the other sources once', async () => {
    world.upstreams.setMode('uk-sanctions', 'error')
    expect(await minutesWithRequests('uk-sanctions', 60)).toEqual([0, 2, 7, 22, 52])
    expect(world.upstreams.requests('eu-sanctions')).toBe(1)
    world.upstreams.setMode('uk-sanctions', 'ok')
    await minutesWithRequests('uk-sanctions', 30)
    expect(world.sources.sanctions.lists().every(({ fresh }) => fresh)).toBe(true)
  })

  test('asks the EU less often', async () => {
    world.upstreams.setMode('eu-sanctions', 'error')
    expect(await minutesWithRequests('eu-sanctions', 60)).toEqual([0, 5, 20, 50])
  })
})
