import { Worker } from 'node:worker_threads'
import { Problem } from '../../../shared/problems.ts'
import type { CodeOrder, DrawnCode } from './draw-code.ts'

/** Draws a code on a thread of its own. @throws Problem `overloaded` */
export type DrawOnThread = (order: CodeOrder) => Promise<DrawnCode>

interface Waiting {
  resolve(drawn: DrawnCode): void
  reject(error: Error): void
}

/** At some 20 ms for the largest ones, no caller waits for more than about a second. */
const maxWaiting = 64

/** Starts its thread with the first code. The thread keeps no process alive. */
export function createCodeDrawer(): DrawOnThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let next = 0

  function start(): Worker {
    const started = new Worker(new URL('draw-worker.ts', import.meta.url))
    started.unref()
    started.on('message', ({ id, drawn }: { readonly id: number; readonly drawn: DrawnCode }) => {
      waiting.get(id)?.resolve(drawn)
      waiting.delete(id)
    })
    const ended = (error: Error) => {
      if (worker === started) worker = null
      for (const one of waiting.values()) one.reject(error)
      waiting.clear()
    }
    started.on('error', ended)
    started.on('exit', () => ended(new Error('the thread that draws codes ended')))
    return started
  }

  return async (order) => {
    if (waiting.size >= maxWaiting) throw new Problem('overloaded', 'Too many codes are being drawn.', { retryAfter: 2 })
    worker ??= start()
    const id = next++
    const drawn = new Promise<DrawnCode>((resolve, reject) => waiting.set(id, { resolve, reject }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
    worker.postMessage({ id, order })
    return drawn
  }
}
