import type { Timers } from '../../shared/clock.ts'
import type * as AnswerMessage from './answer-message.ts'

/** The SDK in parts, in the order in which they need each other, and what of ours comes with it. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('./payment-required.ts'),
  () => import('./call-tool.ts'),
  () => import('zod/v3'),
  () => import('@modelcontextprotocol/sdk/server/zod-compat.js'),
  () => import('@modelcontextprotocol/sdk/server/zod-json-schema-compat.js'),
  () => import('@modelcontextprotocol/sdk/types.js'),
  () => import('@modelcontextprotocol/sdk/shared/protocol.js'),
]

/**
 * Loads the SDK and what answers messages through it. Node reads, compiles and runs a module with everything that it imports in one
 * turn of the event loop, which would take 100 ms here. So the largest parts are imported before, each in its own turn.
 */
export async function loadAnswering(timers: Pick<Timers, 'soon'>): Promise<typeof AnswerMessage> {
  for (const load of parts) {
    await load()
    await new Promise<void>((resolve) => void timers.soon(resolve))
  }
  return import('./answer-message.ts')
}
