import { Problem } from '../../../src/goods/door.ts'
import type { Timers } from '../../../src/goods/kit/parts.ts'
import type { RunningBrowser } from '../process/launch-browser.ts'
import { memoryOf } from '../process/process-memory.ts'
import { renderingProblems } from '../renderer/rendering-problems.ts'

export interface TaskLimits {
  /** For one page, from its opening to its picture. */
  readonly pageMs: number
  readonly maxMemoryBytes: number
}

/** What ends a task before it ends itself. */
export interface TaskWatch {
  /** Rejects with a Problem when a limit is broken. */
  readonly broken: Promise<never>
  fired(): boolean
  stop(): void
}

const watchMs = 250

/** A failure of the browser, for the caller. @param words how it failed */
export function renderingFailed(words: string, cause?: unknown): Problem {
  return new Problem(renderingProblems.renderingFailed, `The page could not be rendered: ${words}.`, { cause })
}

/** Ends a task that takes too long, too much memory, or whose caller has given up. */
export function watchTask(browser: RunningBrowser, limits: TaskLimits, timers: Timers, signal: AbortSignal): TaskWatch {
  let fail: (error: Problem) => void = () => {}
  let fired = false
  let stopped = false
  const broken = new Promise<never>((_, reject) => {
    fail = (error) => {
      fired = true
      reject(error)
    }
  })
  broken.catch(() => {})
  const abort = () => fail(renderingFailed('its time is over'))
  signal.addEventListener('abort', abort, { once: true })
  const cancel = timers.after(limits.pageMs, () => fail(renderingFailed(`it took longer than ${limits.pageMs / 1000} seconds`)))
  void browser.pipe.ended.then(() => fail(renderingFailed('the browser ended')))
  async function look(): Promise<void> {
    while (!stopped) {
      if ((await memoryOf(browser.pid)) > limits.maxMemoryBytes) fail(renderingFailed('it took too much memory'))
      await timers.sleep(watchMs)
    }
  }
  void look()
  return {
    broken,
    fired: () => fired,
    stop() {
      stopped = true
      cancel()
      signal.removeEventListener('abort', abort)
    },
  }
}
