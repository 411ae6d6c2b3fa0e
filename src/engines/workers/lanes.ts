/** Free calls wait in a queue of their own, so that they hold up no paid ones. */
export type Lane = 'free' | 'paid'

/** What was taken from a lane, and the time that it was expected to need. */
export interface TakenJob<Item> {
  readonly lane: Lane
  readonly item: Item
  readonly expectedMs: number
}

/** Jobs that wait, in two lanes that share the workers' time. */
export interface Lanes<Item> {
  add(lane: Lane, item: Item): void
  /** The next one; null where none waits. */
  take(): TakenJob<Item> | null
  /** Takes an item out of its lane. False when it waits no longer. */
  remove(lane: Lane, item: Item): boolean
  /** Books the time that a taken job needed. */
  finish(taken: TakenJob<Item>, ms: number): void
  waiting(lane: Lane): number
  /** Takes all out. */
  clear(): readonly Item[]
}

/** While both lanes wait, paid jobs get three quarters of the time. */
const shares = { paid: 3, free: 1 } as const

/** How much the last job counts in what the next one of its lane is expected to need. */
const weightOfLast = 0.2

/**
 * Fair queueing: each lane has a clock, which advances by the time of its jobs divided by its share, and the lane whose clock
 * is behind is served next. A lane that was empty starts at the clock of the lane that is being served, so that it saves up
 * no time.
 */
export function createLanes<Item>(): Lanes<Item> {
  const lanes = { paid: { items: new Set<Item>(), clock: 0, usualMs: 0 }, free: { items: new Set<Item>(), clock: 0, usualMs: 0 } }
  /** The clock of the lane that was served last, when it was. */
  let served = 0

  function nextLane(): Lane | null {
    const { paid, free } = lanes
    if (paid.items.size === 0) return free.items.size === 0 ? null : 'free'
    return free.items.size > 0 && free.clock < paid.clock ? 'free' : 'paid'
  }

  return {
    add(lane, item) {
      const state = lanes[lane]
      if (state.items.size === 0) state.clock = Math.max(state.clock, served)
      state.items.add(item)
    },
    take() {
      const lane = nextLane()
      if (lane === null) return null
      const state = lanes[lane]
      const [item] = state.items
      if (item === undefined) return null
      state.items.delete(item)
      served = state.clock
      // Booked now, so that several free workers do not all go to one lane.
      state.clock += state.usualMs / shares[lane]
      return { lane, item, expectedMs: state.usualMs }
    },
    remove: (lane, item) => lanes[lane].items.delete(item),
    finish({ lane, expectedMs }, ms) {
      const state = lanes[lane]
      state.clock += (ms - expectedMs) / shares[lane]
      state.usualMs += (ms - state.usualMs) * weightOfLast
    },
    waiting: (lane) => lanes[lane].items.size,
    clear() {
      const all = [...lanes.paid.items, ...lanes.free.items]
      lanes.paid.items.clear()
      lanes.free.items.clear()
      return all
    },
  }
}
