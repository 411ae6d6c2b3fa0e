import { Worker } from 'node:worker_threads'
import type { Log } from '../../shared/log.ts'

/**
 * Keeps the WAL short. Copying its pages into the database takes tens of milliseconds, so a thread of its own does it: most
 * of it while others write, then the rest while they wait, since only then the next commit begins the WAL anew.
 */
export interface Checkpointer {
  /** Told after each commit; where it gives something, nobody may write until that resolves. It never rejects. */
  committed(units: number): Promise<void> | undefined
  close(): void
}

/** About 40 MB of pages: the more there are, the more often one was written again, and is copied once. Twice as many save little. */
const unitsBetween = 2_500
/** Pages that the engine lets the WAL have before the writer copies them all by itself: only where the thread is of no use. */
export const pagesAtMost = 24_576

export function createCheckpointer(parts: { readonly file: string; readonly log: Log; readonly every?: number }): Checkpointer {
  const { file, log, every = unitsBetween } = parts
  let worker: Worker | null = null
  let state: 'idle' | 'copying' | 'copied' | 'failed' = 'idle'
  let units = 0
  let passed: () => void = () => {}

  /** Started with the first work that there is for it. */
  function started(): Worker {
    if (worker) return worker
    const thread = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: file })
    thread.unref()
    thread.on('message', () => passed())
    thread.on('error', (error) => {
      state = 'failed'
      log.warn({ err: error }, 'the thread that copies the WAL ended: the writer does its work')
      passed()
    })
    worker = thread
    return thread
  }

  function copy(): Promise<void> {
    return new Promise((resolve) => {
      passed = resolve
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      started().postMessage(null)
    })
  }

  async function copyBesideWriters(): Promise<void> {
    await copy()
    if (state === 'copying') state = 'copied'
  }

  return {
    committed(more) {
      units += more
      if (state === 'copied') {
        state = 'idle'
        return copy()
      }
      if (units >= every && state === 'idle') {
        units = 0
        state = 'copying'
        void copyBesideWriters()
      }
      return undefined
    },
    close() {
      worker?.removeAllListeners('message')
      void worker?.terminate()
    },
  }
}
