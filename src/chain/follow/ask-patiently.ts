import type { Timers } from '../../shared/clock.ts'
import { type Rpc, RpcUnreachable } from '../chain.ts'
import { isRangeTooLarge } from './range-too-large.ts'

const attempts = 5
const firstPauseMs = 250

/**
 * Asks a node again, after a pause, when it did not answer: background work has time.
 * @throws what the last attempt threw; at once, an error that waiting does not solve.
 */
export async function askPatiently<Answer>(timers: Timers, signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (attempt === attempts || !(error instanceof RpcUnreachable) || isRangeTooLarge(error)) throw error
      await timers.sleep(firstPauseMs * 2 ** (attempt - 1), signal)
    }
  }
}

/** The same node, with every call asked patiently. */
export function patientRpc(rpc: Rpc, timers: Timers, signal: AbortSignal): Rpc {
  return { call: (method, params, options) => askPatiently(timers, signal, () => rpc.call(method, params, options)) }
}
