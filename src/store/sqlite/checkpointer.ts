import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { Log } from '../../shared/log.ts'

/**
 * Keeps the WAL short. Copying its pages into the database takes tens of milliseconds, so a thread of its own does most of
 * it; the writer copies what came meanwhile, since only then the next commit begins the WAL anew.
 */
export interface Checkpointer {
  /** Told after each commit. */
  committed(units: number): void
  close(): void
}

/** About 30 MB of pages: the more there are, the more often one was written again, and is copied once. */
const unitsBetween = 1_000
/** Pages that the engine lets the WAL have before the writer copies them all by itself: only where the thread is of no use. */
export const pagesAtMost = 16_384

export function createCheckpointer(parts: {
  readonly database: DatabaseSync
  readonly file: string
  readonly log: Log
  readonly every?: number
}): Checkpointer {
  const { database, file, log, every = unitsBetween } = parts
  let worker: Worker | null = null
  let copying = false
  let failed = false
  let units = 0

  /** Started with the first work that there is for it. */
  function started(): Worker {
    if (worker) return worker
    const thread = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: file })
    thread.unref()
    thread.on('message', finish)
    thread.on('error', (error) => {
      failed = true
      log.warn({ err: error }, 'the thread that copies the WAL ended: the writer does its work')
    })
    worker = thread
    return thread
  }

  function finish(): void {
    copying = false
    try {
      database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch (error) {
      log.warn({ err: error }, 'the WAL could not be copied now')
    }
  }

  return {
    committed(more) {
      units += more
      if (units < every || copying || failed) return
      units = 0
      copying = true
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      started().postMessage(null)
    },
    close() {
      worker?.off('message', finish)
      void worker?.terminate()
    },
  }
}
