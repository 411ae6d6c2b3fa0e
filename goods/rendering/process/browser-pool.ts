import { Problem } from '../../../src/goods/door.ts'
import type { Clock, Log, Timers } from '../../../src/goods/kit/parts.ts'
import { type Caller, ourselves } from '../../../src/goods/kit/workers.ts'
import type { RunningBrowser } from './launch-browser.ts'
import { createBrowserSlots, waitedTooLong, type BrowserSlot } from './browser-slots.ts'
import { renderingFailed, watchTask, type TaskLimits } from '../page/watch-task.ts'

/** Browsers that each show one page at a time. */
export interface BrowserPool {
  /**
   * Runs a task with a browser of its own. The browser is replaced when the task fails in another way than by a Problem,
   * takes too long or too much memory, and after some pages.
   * @throws Problem `rendering_failed`, and what the task throws
   */
  use<T>(task: (browser: RunningBrowser) => Promise<T>, signal: AbortSignal, caller?: Caller): Promise<T>
  /** Processes of browsers that run now. */
  pids(): readonly number[]
  close(): Promise<void>
}

export interface PoolLimits extends TaskLimits {
  readonly maxBrowsers: number
  readonly pagesPerBrowser: number
  /** After which a browser without a page ends. */
  readonly idleMs: number
}

export interface BrowserPoolParts {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  /** No browser could be started. */
  readonly broken: (error: unknown) => void
}

const closing = (cause?: unknown) => new Problem('shutting_down', 'The service is closing.', { retryAfter: 5, cause })

export function createBrowserPool(
  launch: () => Promise<RunningBrowser>,
  limits: PoolLimits,
  { clock, timers, log, broken }: BrowserPoolParts,
): BrowserPool {
  const slots = createBrowserSlots(limits.maxBrowsers, clock)
  const starting = new Set<Promise<RunningBrowser>>()
  const ending = new Set<Promise<void>>()
  let closed = false

  function replace(slot: BrowserSlot): void {
    const { browser } = slot
    slot.browser = null
    slot.pages = 0
    if (!browser) return
    const end = browser.close().catch((error: unknown) => log.warn({ err: error }, 'a browser was not removed'))
    ending.add(end)
    void end.finally(() => ending.delete(end))
  }

  async function browserOf(slot: BrowserSlot): Promise<RunningBrowser> {
    // It may have ended while it showed no page.
    if (slot.browser && !slot.browser.pipe.isOpen()) replace(slot)
    if (slot.browser) return slot.browser
    const start = launch()
    starting.add(start)
    try {
      slot.browser = await start
      return slot.browser
    } catch (error) {
      if (closed) throw closing(error)
      // Before the caller is answered, so that nothing is sold in between.
      broken(error)
      throw new Problem('offer_unavailable', 'No browser could be started.', { retryAfter: 60, cause: error })
    } finally {
      starting.delete(start)
    }
  }

  async function run<T>(slot: BrowserSlot, task: (browser: RunningBrowser) => Promise<T>, signal: AbortSignal): Promise<T> {
    const browser = await browserOf(slot)
    if (closed || signal.aborted) throw closed ? closing() : waitedTooLong()
    slot.pages += 1
    const watch = watchTask(browser, limits, timers, signal)
    try {
      return await Promise.race([task(browser), watch.broken])
    } catch (error) {
      if (closed) throw closing(error)
      if (error instanceof Problem && !watch.fired()) throw error
      replace(slot)
      if (error instanceof Problem) throw error
      log.warn({ err: error }, 'a browser broke and was replaced')
      throw renderingFailed('the page broke the browser', error)
    } finally {
      watch.stop()
      if (slot.pages >= limits.pagesPerBrowser) replace(slot)
    }
  }

  return {
    async use(task, signal, caller = ourselves) {
      if (closed || signal.aborted) throw closed ? closing() : waitedTooLong()
      const taken = await slots.take(caller, signal)
      const { slot } = taken
      slot.stopIdling()
      try {
        // The pool may have been closed, or the caller may have gone, while this call waited.
        if (closed || signal.aborted) throw closed ? closing() : waitedTooLong()
        return await run(slot, task, signal)
      } finally {
        slot.stopIdling = timers.after(limits.idleMs, () => replace(slot))
        slots.giveBack(taken)
      }
    },
    pids: () => slots.all.flatMap(({ browser }) => (browser ? [browser.pid] : [])),
    async close() {
      closed = true
      for (const slot of slots.all) {
        slot.stopIdling()
        replace(slot)
      }
      await Promise.allSettled(starting)
      for (const slot of slots.all) replace(slot)
      await Promise.all(ending)
    },
  }
}
