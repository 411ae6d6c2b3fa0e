import { Problem } from '../../../src/goods/door.ts'
import type { Cancel, Clock } from '../../../src/goods/kit/parts.ts'
import { type Caller, createFairQueue, type TakenItem } from '../../../src/goods/kit/workers.ts'
import type { RunningBrowser } from './launch-browser.ts'

/** A place for one browser, which shows one page at a time. */
export interface BrowserSlot {
  browser: RunningBrowser | null
  /** That it has shown. */
  pages: number
  /** It gets a page, or it ends another way: its end by idleness is cancelled. */
  stopIdling: Cancel
}

type Turn = (taken: TakenSlot) => void

/** A slot that a call has until it gives it back. */
export interface TakenSlot {
  readonly slot: BrowserSlot
  readonly turn: TakenItem<Turn>
  readonly since: number
}

/** Slots, and the calls that wait for one. Their callers share them fairly. */
export interface BrowserSlots {
  readonly all: readonly BrowserSlot[]
  /** @throws Problem `overloaded` when the caller gives up */
  take(caller: Caller, signal: AbortSignal): Promise<TakenSlot>
  giveBack(taken: TakenSlot): void
}

/** A page that is not begun, which is not its caller's doing. */
export function waitedTooLong(): Problem {
  return new Problem('overloaded', 'The page waited too long for a browser.', { retryAfter: 5 })
}

export function createBrowserSlots(count: number, clock: Clock): BrowserSlots {
  const all: BrowserSlot[] = Array.from({ length: count }, () => ({ browser: null, pages: 0, stopIdling() {} }))
  const idle = [...all]
  const queue = createFairQueue<Turn>(count)

  function giveOut(): void {
    while (idle.length > 0) {
      const turn = queue.take()
      if (turn === null) return
      turn.item({ slot: idle.pop()!, turn, since: clock.now() })
    }
  }

  return {
    all,
    take: (caller, signal) =>
      new Promise((done, fail) => {
        const take: Turn = (taken) => {
          signal.removeEventListener('abort', giveUp)
          done(taken)
        }
        const giveUp = () => {
          queue.remove(caller, take)
          fail(waitedTooLong())
        }
        signal.addEventListener('abort', giveUp, { once: true })
        queue.add(caller, take)
        giveOut()
      }),
    giveBack({ slot, turn, since }) {
      queue.finish(turn, clock.now() - since)
      idle.push(slot)
      giveOut()
    },
  }
}
