import { expect, test } from 'vitest'
import { createManualTime } from './manual-time.fixture.ts'
import { createPace } from './pace.ts'

function open(settings = { everyMs: 500, maxWaiting: 50 }) {
  const time = createManualTime(1_000_000)
  const pace = createPace(settings, time.timers)
  const went: { readonly name: string; readonly at: number }[] = []
  const go = (name: string, signal = new AbortController().signal) =>
    pace.turn(signal).then(() => void went.push({ name, at: time.clock.now() - 1_000_000 }))
  return { time, pace, went, go }
}

test('the first request goes at once, and each further one half a second after the one before it, in order', async () => {
  const { time, went, go } = open()
  const all = ['a', 'b', 'c'].map((name) => go(name))
  await time.advance(5_000)
  await Promise.all(all)
  expect(went).toEqual([
    { name: 'a', at: 0 },
    { name: 'b', at: 500 },
    { name: 'c', at: 1_000 },
  ])
})

test('after a rest, a request goes at once again', async () => {
  const { time, went, go } = open()
  await go('a')
  await time.advance(10_000)
  await go('b')
  expect(went.at(-1)).toEqual({ name: 'b', at: 10_000 })
})

test('a caller that gives up loses its place, and those behind it move up', async () => {
  const { time, went, go } = open()
  const impatient = new AbortController()
  await go('a')
  const gone = go('b', impatient.signal)
  const next = go('c')
  impatient.abort()
  await expect(gone).rejects.toMatchObject({ code: 'unreachable_aborted' })
  await time.advance(500)
  await next
  expect(went).toEqual([
    { name: 'a', at: 0 },
    { name: 'c', at: 500 },
  ])
})

test('a caller that has given up already takes no turn', async () => {
  const { went, go } = open()
  await expect(go('a', AbortSignal.abort())).rejects.toMatchObject({ code: 'unreachable_aborted' })
  await go('b')
  expect(went).toEqual([{ name: 'b', at: 0 }])
})

test('when too many wait, a further one is refused with the time that they need', async () => {
  const { time, go } = open({ everyMs: 500, maxWaiting: 2 })
  const all = ['a', 'b', 'c'].map((name) => go(name))
  await expect(go('d')).rejects.toMatchObject({ code: 'unreachable_paused', retryAfterMs: 1_000 })
  await time.advance(1_000)
  await Promise.all(all)
})
