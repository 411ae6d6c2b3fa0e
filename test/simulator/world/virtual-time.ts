import type { Cancel, Clock, Timers } from '../../../src/shared/clock.ts'

/** Simulated time: only events on its list happen, one after the other. */
export interface VirtualTime {
  readonly clock: Clock
  readonly timers: Timers
  /** Number of events so far. */
  readonly steps: number
  /**
   * Runs events in the order of their time until `until` returns true or no event is left. After each event, everything that it
   * started runs until it waits again.
   */
  run(until: () => boolean): Promise<void>
}

interface Event {
  readonly at: number
  readonly order: number
  run: (() => void) | null
}

export function createVirtualTime(startMs: number): VirtualTime {
  const heap = createHeap()
  let now = startMs
  let order = 0
  let steps = 0

  function at(when: number, run: () => void): Cancel {
    const event: Event = { at: Math.max(now, when), order: order++, run }
    heap.push(event)
    return () => void (event.run = null)
  }

  const after = (ms: number, run: () => void) => at(now + Math.max(0, ms), run)

  return {
    clock: { now: () => now },
    timers: {
      after,
      soon: (run) => at(now, run),
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          const abort = () => {
            cancel()
            reject(signal?.reason as Error)
          }
          const cancel = after(ms, () => {
            signal?.removeEventListener('abort', abort)
            resolve()
          })
          if (signal?.aborted) abort()
          else signal?.addEventListener('abort', abort, { once: true })
        }),
    },
    get steps() {
      return steps
    },
    async run(until) {
      while (!until()) {
        const event = heap.pop()
        if (event === undefined) return
        if (event.run === null) continue
        now = event.at
        steps += 1
        event.run()
        await settled()
      }
    },
  }
}

/** Resolves when no promise can continue: only then does the real event loop reach its next turn. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Earliest event first; events of the same time in the order in which they were added. */
function createHeap() {
  const events: Event[] = []
  const before = (one: Event, other: Event) => one.at < other.at || (one.at === other.at && one.order < other.order)
  const swap = (one: number, other: number) => {
    const held = events[one]!
    events[one] = events[other]!
    events[other] = held
  }
  return {
    push(event: Event): void {
      let place = events.push(event) - 1
      while (place > 0) {
        const parent = (place - 1) >> 1
        if (!before(events[place]!, events[parent]!)) break
        swap(place, parent)
        place = parent
      }
    },
    pop(): Event | undefined {
      const first = events[0]
      const last = events.pop()
      if (first === undefined || last === undefined || events.length === 0) return first
      events[0] = last
      let place = 0
      for (;;) {
        const [left, right] = [2 * place + 1, 2 * place + 2]
        let least = place
        if (left < events.length && before(events[left]!, events[least]!)) least = left
        if (right < events.length && before(events[right]!, events[least]!)) least = right
        if (least === place) return first
        swap(place, least)
        place = least
      }
    },
  }
}
