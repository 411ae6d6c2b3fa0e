import { describe, expect, test } from 'vitest'
import { createVirtualTime } from '../../test/simulator/world/virtual-time.ts'
import type { Log, LogFields } from '../shared/log.ts'
import { answersNow, createReachability } from './reachability.ts'

/** A node that refuses at once, or stays silent for 700 ms. */
type Node = 'answers' | 'refuses' | 'hangs'

function create(first: Node = 'answers') {
  const time = createVirtualTime(1_000_000)
  const lines: string[] = []
  const keep = (level: string) => (_: LogFields, message: string) => void lines.push(`${level}: ${message}`)
  const log: Log = { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error'), child: () => log }
  const state = { node: first, probes: 0 }
  const tracker = createReachability({
    ...time,
    log,
    network: 'base',
    async probe() {
      state.probes += 1
      await time.timers.sleep(state.node === 'hangs' ? 700 : 20)
      if (state.node !== 'answers') throw new Error(state.node)
    },
  })
  async function pass(ms: number): Promise<void> {
    let over = false
    time.timers.after(ms, () => (over = true))
    await time.run(() => over)
  }
  /** Somebody asks for terms four times a second. Gives the milliseconds until the tracker says what is expected. */
  async function passAsked(ms: number, expected?: boolean): Promise<number> {
    const started = time.clock.now()
    for (let at = 0; at < ms && tracker.reachable !== expected; at += 50) {
      if (at % 250 === 0) tracker.watch()
      await pass(50)
    }
    return time.clock.now() - started
  }
  return { tracker, state, lines, pass, passAsked }
}

describe('a network that nobody asks for', () => {
  test('gets no probes', async () => {
    const { state, pass, tracker } = create()
    tracker.answered()
    await pass(60_000)
    expect(state.probes).toBe(0)
  })

  test('gets none soon after the last question', async () => {
    const { state, pass, passAsked } = create()
    await passAsked(2_000)
    await pass(4_000)
    const before = state.probes
    await pass(60_000)
    expect(state.probes).toBe(before)
  })
})

describe('a network that is asked for', () => {
  test('is probed at most four times a second', async () => {
    const { state, passAsked } = create()
    await passAsked(10_000)
    expect(state.probes).toBeGreaterThan(10)
    expect(state.probes).toBeLessThanOrEqual(40)
  })

  test('gets no probes while its calls are answered', async () => {
    const { state, passAsked, tracker } = create()
    for (let turn = 0; turn < 40; turn++) {
      tracker.answered()
      await passAsked(250)
    }
    expect(state.probes).toBe(0)
  })

  test.each([
    ['refuses', 350],
    ['hangs', 1_000],
  ] as const)('is down within a second after its node %s, and up soon after it answers; each is logged once', async (node, within) => {
    const { state, passAsked, tracker, lines } = create()
    await passAsked(2_000)
    state.node = node
    expect(await passAsked(10_000, false)).toBeLessThanOrEqual(within)
    await passAsked(60_000)
    expect(tracker.reachable).toBe(false)
    state.node = 'answers'
    expect(await passAsked(10_000, true)).toBeLessThanOrEqual(1_800)
    await passAsked(10_000)
    expect(lines).toEqual([
      'error: no node of the network answers: it is not offered until one does',
      'info: network answers again: it is offered',
    ])
  })
})

describe('a network that is down', () => {
  test('comes back by itself, without a question', async () => {
    const { state, pass, tracker } = create('refuses')
    tracker.answered()
    tracker.failed()
    await pass(60_000)
    expect(tracker.reachable).toBe(false)
    state.node = 'answers'
    await pass(1_100)
    expect(tracker.reachable).toBe(true)
  })

  test('comes back at once with the answer to any call', async () => {
    const { tracker, pass } = create('refuses')
    tracker.failed()
    await pass(100)
    expect(tracker.reachable).toBe(false)
    tracker.answered()
    expect(tracker.reachable).toBe(true)
  })

  test('is probed about once a second, and no longer after the end', async () => {
    const { state, pass, tracker } = create('refuses')
    tracker.failed()
    await pass(10_000)
    expect(state.probes).toBeGreaterThan(7)
    expect(state.probes).toBeLessThan(12)
    tracker.close()
    const before = state.probes
    await pass(10_000)
    expect(state.probes).toBe(before)
  })

  test('is not logged here while no node has ever answered', async () => {
    const { lines, pass, tracker } = create('refuses')
    tracker.failed()
    await pass(5_000)
    expect([tracker.reachable, lines]).toEqual([false, []])
  })
})

test('a call that fails alone, while a probe is answered, changes nothing', async () => {
  const { tracker, pass, state, lines } = create()
  tracker.answered()
  tracker.failed()
  await pass(100)
  expect([state.probes, tracker.reachable, lines]).toEqual([1, true, []])
})

test('a probe that is lost while another call is answered changes nothing', async () => {
  const { tracker, pass } = create('hangs')
  tracker.failed()
  await pass(300)
  tracker.answered()
  await pass(600)
  expect(tracker.reachable).toBe(true)
})

test('a network can be asked when it is connected and its nodes are not known to be silent', () => {
  const watch = () => {}
  expect(answersNow({})).toBe(true)
  expect(answersNow({ awaited: true })).toBe(false)
  expect(answersNow({ reachability: { reachable: false, watch, onChange: watch } })).toBe(false)
  expect(answersNow({ awaited: false, reachability: { reachable: true, watch, onChange: watch } })).toBe(true)
})
