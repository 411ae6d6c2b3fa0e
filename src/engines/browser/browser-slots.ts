import type { Cancel } from '../../shared/clock.ts'
import { Problem } from '../../shared/problems.ts'
import type { RunningBrowser } from './launch-browser.ts'

/** A place for one browser, which shows one page at a time. */
export interface BrowserSlot {
  browser: RunningBrowser | null
  /** That it has shown. */
  pages: number
  /** It gets a page, or it ends another way: its end by idleness is cancelled. */
  stopIdling: Cancel
}

/** Slots, and the calls that wait for one in their order. */
export interface BrowserSlots {
  readonly all: readonly BrowserSlot[]
  /** @throws Problem `overloaded` when the caller gives up */
  take(signal: AbortSignal): Promise<BrowserSlot>
  giveBack(slot: BrowserSlot): void
}

/** A page that is not begun, which is not its caller's doing. */
export function waitedTooLong(): Problem {
  return new Problem('overloaded', 'The page waited too long for a browser.', { retryAfter: 5 })
}

export function createBrowserSlots(count: number): BrowserSlots {
  const all: BrowserSlot[] = Array.from({ length: count }, () => ({ browser: null, pages: 0, stopIdling() {} }))
  const idle = [...all]
  const waiting: ((slot: BrowserSlot) => void)[] = []
  return {
    all,
    take(signal) {
      const free = idle.pop()
      if (free) return Promise.resolve(free)
      return new Promise((done, fail) => {
        const take = (slot: BrowserSlot) => {
          signal.removeEventListener('abort', giveUp)
          done(slot)
        }
        const giveUp = () => {
          waiting.splice(waiting.indexOf(take), 1)
          fail(waitedTooLong())
        }
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.push(take)
      })
    },
    giveBack(slot) {
      const next = waiting.shift()
      if (next) next(slot)
      else idle.push(slot)
    },
  }
}
