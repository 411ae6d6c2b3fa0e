import { Worker } from 'node:worker_threads'
import type { Log } from '../../shared/log.ts'

/**
 * Keeps the WAL short. Copying its pages into the database takes tens of milliseconds, so a separate thread does it: most of it
 * while writes go on, then the rest while they wait, since only then the next commit starts the WAL from its beginning.
 */
export interface WalCheckpointer {
  /** To be called after each commit. Where it returns a promise, no write may begin until that resolves. It never rejects. */
  committed(units: number): Promise<void> | undefined
  close(): void
}

/** About 40 MB of pages. The more pages there are, the more of them were written several times and are copied once; twice as many save little. */
const unitsBetween = 2_500
/** The pages that the WAL may have before the engine copies them all within a commit. That happens only where the thread has failed. */
export const maxWalPages = 24_576

export function createWalCheckpointer(parts: { readonly file: string; readonly log: Log; readonly every?: number }): WalCheckpointer {
  const { file, log, every = unitsBetween } = parts
  let worker: Worker | null = null
  let state: 'idle' | 'copying' | 'copied' | 'failed' = 'idle'
  let units = 0
  let onCopied: () => void = () => {}

  /** The thread is started when there is work for it. */
  function started(): Worker {
    if (worker) return worker
    const thread = new Worker(new URL('./wal-checkpoint-worker.ts', import.meta.url), { workerData: file })
    thread.unref()
    thread.on('message', () => onCopied())
    thread.on('error', (error) => {
      state = 'failed'
      log.warn({ err: error }, 'the thread that copies the WAL ended: commits copy it instead')
      onCopied()
    })
    worker = thread
    return thread
  }

  function copy(): Promise<void> {
    return new Promise((resolve) => {
      onCopied = resolve
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
