import { expect, it } from 'vitest'
import { defaultBreaker } from '../../../src/net/breaker.ts'
import { NoVerdict } from './find-through.ts'
import { createMemberStates } from './member-states.ts'
import { neverAborted } from './never-aborted.fixture.ts'

function open() {
  const states = createMemberStates({ clock: { now: () => 1_000_000 }, breaker: defaultBreaker })
  const ends: (() => void)[] = []
  let most = 0
  let running = 0
  const work = async (): Promise<void> => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running--
  }
  return { states, work, ends, most: () => most, running: () => running }
}

it('runs at most two requests to one member state, and the others in turn', async () => {
  const { states, work, ends, most, running } = open()
  const all = Promise.all(Array.from({ length: 10 }, () => states.run('CZ', neverAborted, work)))
  const other = states.run('PL', neverAborted, async () => 'at once')
  expect(await other).toBe('at once')
  for (let ended = 0; ended < 10; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended)
    ends[ended]?.()
  }
  await all
  expect([most(), running()]).toEqual([2, 0])
})

it('refuses when too many wait', async () => {
  const { states, work, ends } = open()
  const all = Array.from({ length: 22 }, () => states.run('CZ', neverAborted, work))
  await expect(states.run('CZ', neverAborted, work)).rejects.toMatchObject({ code: 'member_state_busy', reason: 'busy', retryable: true })
  for (let ended = 0; ended < 22; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended)
    ends[ended]?.()
  }
  await Promise.all(all)
})

it('gives the place of a caller that leaves to the next one', async () => {
  const { states, work, ends } = open()
  const running = [states.run('CZ', neverAborted, work), states.run('CZ', neverAborted, work)]
  const leaver = new AbortController()
  const left = states.run('CZ', leaver.signal, work)
  const stays = states.run('CZ', neverAborted, async () => 'my turn')
  leaver.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  ends.forEach((end) => end())
  expect(await stays).toBe('my turn')
  await Promise.all(running)
})

it('lets a request through again after one that was not the member state’s fault', async () => {
  const { states } = open()
  const failing = (error: Error) => states.run('CZ', neverAborted, () => Promise.reject(error)).catch((given: unknown) => given)
  for (let time = 0; time < 10; time++) await failing(new NoVerdict('busy', 'busy', true))
  expect(await states.run('CZ', neverAborted, async () => 'through')).toBe('through')
  for (let time = 0; time < 5; time++) await failing(new NoVerdict('down', 'down', true))
  await expect(states.run('CZ', neverAborted, async () => 'through')).rejects.toMatchObject({ code: 'member_state_down' })
})
