import { Script } from 'node:vm'

/** A computation took longer than it may. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong'
}

const slot = Symbol.for('farthing.limited-run')
const calling = new Script(`globalThis[Symbol.for('farthing.limited-run')]()`)

/**
 * Runs a synchronous function and ends it after `maxMs`, wherever it is: in a loop, in a regular expression, in WebAssembly.
 * What it was changing is then left half changed. This protects from long computations, not from hostile code.
 * @throws TookTooLong
 */
export function runLimited<Result>(run: () => Result, maxMs: number): Result {
  const room = globalThis as unknown as Record<symbol, unknown>
  let result: { readonly value: Result } | null = null
  room[slot] = () => {
    result = { value: run() }
  }
  try {
    calling.runInThisContext({ timeout: Math.max(1, Math.ceil(maxMs)) })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new TookTooLong()
    throw error
  } finally {
    delete room[slot]
  }
  return (result as { readonly value: Result } | null)!.value
}
