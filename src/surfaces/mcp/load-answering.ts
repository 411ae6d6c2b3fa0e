import type { Timers } from '../../shared/clock.ts'
import type * as AnswerMessage from './answer-message.ts'
import type * as AnswerStateless from './answer-stateless.ts'

type Parts = readonly (() => Promise<unknown>)[]

/** The SDK in parts, in the order in which they need each other, and what of ours comes with it. */
const parts: Parts = [
  () => import('./payment-required.ts'),
  () => import('./call-tool.ts'),
  () => import('zod/v3'),
  () => import('@modelcontextprotocol/sdk/server/zod-compat.js'),
  () => import('@modelcontextprotocol/sdk/server/zod-json-schema-compat.js'),
  () => import('@modelcontextprotocol/sdk/types.js'),
  () => import('@modelcontextprotocol/sdk/shared/protocol.js'),
]

/** The same of the package for the stateless version. */
const statelessParts: Parts = [
  () => import('@modelcontextprotocol/server/validators/ajv'),
  () => import('@modelcontextprotocol/core'),
  () => import('@modelcontextprotocol/server/stdio'),
  () => import('@modelcontextprotocol/server'),
]

/**
 * Loads the SDK and what answers messages through it. Node reads, compiles and runs a module with everything that it imports in one
 * turn of the event loop, which would take 100 ms here. So the largest parts are imported before, each in its own turn.
 */
export async function loadAnswering(timers: Pick<Timers, 'soon'>): Promise<typeof AnswerMessage> {
  await loadInTurns(parts, timers)
  return import('./answer-message.ts')
}

/** The same for the stateless version. A service whose clients speak only older versions never loads its package. */
export async function loadStateless(timers: Pick<Timers, 'soon'>): Promise<typeof AnswerStateless> {
  await loadInTurns(statelessParts, timers)
  return import('./answer-stateless.ts')
}

async function loadInTurns(all: Parts, timers: Pick<Timers, 'soon'>): Promise<void> {
  for (const load of all) {
    await load()
    await new Promise<void>((resolve) => void timers.soon(resolve))
  }
}
