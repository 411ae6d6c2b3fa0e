import { Problem } from '../../../src/goods/door.ts'
import { createThread } from '../../../src/goods/kit/workers.ts'
import type { CodeOrder, DrawnCode } from './draw-code.ts'

/** Draws a code on a thread of its own. @throws Problem `overloaded` */
export type DrawOnThread = (order: CodeOrder) => Promise<DrawnCode>

/** At some 20 ms for the largest ones, no caller waits for more than about a second. */
const maxWaiting = 64
const maxHeapMb = 128

export function createCodeDrawer(): DrawOnThread {
  const thread = createThread(new URL('draw-worker.ts', import.meta.url), maxHeapMb)
  return async (order) => {
    if (thread.waiting() >= maxWaiting) throw new Problem('overloaded', 'Too many codes are being drawn.', { retryAfter: 2 })
    return (await thread.run({ input: order })) as DrawnCode
  }
}
