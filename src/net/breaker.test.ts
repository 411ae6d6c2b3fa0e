import { expect, test } from 'vitest'
import { createBreaker } from './breaker.ts'

function breakerWithClock() {
  let now = 1_000_000
  const breaker = createBreaker({ now: () => now }, { failures: 5, halfOpenAfterMs: 30_000 })
  const fail = (times: number) => {
    for (let index = 0; index < times; index++) {
      breaker.enter()
      breaker.failed()
    }
  }
  return { breaker, fail, pass: (ms: number) => void (now += ms) }
}

test('opens at five failures in a row, and not when one request in between was answered', () => {
  const { breaker, fail } = breakerWithClock()
  fail(4)
  breaker.enter()
  breaker.succeeded()
  fail(4)
  expect(breaker.state()).toBe('closed')
  fail(1)
  expect(breaker.state()).toBe('open')
  expect(breaker.enter()).toEqual({ kind: 'refused', state: 'open', retryAfterMs: 30_000 })
})

test('after 30 seconds lets one probe through, and only one at a time', () => {
  const { breaker, fail, pass } = breakerWithClock()
  fail(5)
  pass(29_999)
  expect(breaker.state()).toBe('open')
  pass(1)
  expect(breaker.state()).toBe('half-open')
  expect(breaker.enter().kind).toBe('admitted')
  expect(breaker.enter()).toMatchObject({ kind: 'refused', state: 'half-open' })
  breaker.abandoned()
  expect(breaker.enter().kind).toBe('admitted')
})

test('a failed probe opens it again at once, an answered one closes it', () => {
  const { breaker, fail, pass } = breakerWithClock()
  fail(5)
  pass(30_000)
  fail(1)
  expect(breaker.state()).toBe('open')
  pass(30_000)
  breaker.enter()
  breaker.succeeded()
  expect(breaker.state()).toBe('closed')
  fail(4)
  expect(breaker.state()).toBe('closed')
})

test('pauses for as long as it was asked to, up to a limit', () => {
  const { breaker, pass } = breakerWithClock()
  breaker.enter()
  breaker.pausedFor(7_000)
  expect(breaker.enter()).toEqual({ kind: 'refused', state: 'paused', retryAfterMs: 7_000 })
  pass(7_000)
  expect(breaker.state()).toBe('closed')
  breaker.pausedFor(1e12)
  pass(3_600_000)
  expect(breaker.state()).toBe('closed')
})

test('an unusable answer about one subject, repeated, does not close a host that answers about others', () => {
  const { breaker } = breakerWithClock()
  breaker.succeeded('good')
  for (let index = 0; index < 50; index++) breaker.failed('bad')
  expect(breaker.state()).toBe('closed')
  for (const other of ['a', 'b', 'c']) breaker.failed(other)
  expect(breaker.state()).toBe('closed')
  breaker.failed('d')
  expect(breaker.state()).toBe('open')
})

test('a host with one subject only is closed by it, and so is one that no longer answers about others', () => {
  const { breaker, pass } = breakerWithClock()
  breaker.succeeded('only')
  for (let index = 0; index < 5; index++) breaker.failed('only')
  expect(breaker.state()).toBe('open')
  pass(30_000)
  breaker.succeeded('other')
  pass(600_000)
  for (let index = 0; index < 5; index++) breaker.failed('only')
  expect(breaker.state()).toBe('open')
})
