import type { Cancel, Timers } from '../shared/clock.ts'
import type { Settlement } from './settlements.ts'

/** Collects payments until a batch leaves: when it is full, or some time after its first one. */
export interface Queue {
  readonly size: number
  add(settlement: Settlement): void
  /** Puts payments back in front, to leave after a pause. */
  putBack(settlements: readonly Settlement[], pauseMs: number): void
  /** A way is free (again): what is due leaves now. */
  wake(): void
  /** Everything leaves as soon as there is a way. */
  hurry(): void
}

export function createQueue(parts: {
  readonly timers: Timers
  readonly batchSize: number
  /** Pause before asking for a way again. */
  readonly retryMs: number
  /** How long a batch collects at this moment. */
  readonly collectMs: () => number
  /** Whether a batch may leave at this moment. */
  readonly ready: () => boolean
  /** Takes a batch; its payments stand in `sending`. */
  readonly leave: (batch: Settlement[]) => void
}): Queue {
  let waiting: Settlement[] = []
  let timer: Cancel | null = null
  let due = false
  let hurried = false

  function arm(ms: number): void {
    timer?.()
    timer = parts.timers.after(ms, () => {
      timer = null
      due = true
      leave()
    })
  }

  function leave(): void {
    // Some may have been found in a stored transaction meanwhile.
    waiting = waiting.filter((settlement) => settlement.place === 'queue')
    while (waiting.length > 0 && (due || hurried || waiting.length >= parts.batchSize)) {
      if (!parts.ready()) {
        due = true
        if (timer === null) arm(parts.retryMs)
        return
      }
      const batch = waiting.splice(0, parts.batchSize)
      for (const settlement of batch) settlement.place = 'sending'
      due = waiting.length > 0 && due
      parts.leave(batch)
    }
    if (waiting.length === 0) {
      timer?.()
      timer = null
      due = false
    } else if (timer === null) {
      arm(parts.collectMs())
    }
  }

  return {
    get size() {
      return waiting.length
    },
    add(settlement) {
      settlement.place = 'queue'
      waiting.push(settlement)
      if (hurried || waiting.length >= parts.batchSize) leave()
      else if (timer === null && !due) arm(parts.collectMs())
    },
    putBack(settlements, pauseMs) {
      for (const settlement of settlements) settlement.place = 'queue'
      waiting.unshift(...settlements)
      if (waiting.length > 0 && timer === null) arm(pauseMs)
    },
    wake() {
      if (due) leave()
    },
    hurry() {
      hurried = true
      leave()
    },
  }
}
