import { parentPort } from 'node:worker_threads'
import { drawCode, type CodeOrder } from './draw-code.ts'

/** A thread that draws codes for `code-drawer.ts`. */
parentPort?.on('message', ({ id, order }: { readonly id: number; readonly order: CodeOrder }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort?.postMessage({ id, drawn: drawCode(order) })
})
