import type { Timers } from '../../shared/clock.ts'
import { type Rpc, RpcUnreachable } from '../chain.ts'
import { asksForLess } from './asks-for-less.ts'

const attempts = 5
const firstPauseMs = 250

/**
 * Asks a node again, after a pause, when no answer came: work in the background is in no hurry.
 * @throws what the last attempt threw; at once what is no matter of waiting.
 */
export async function patiently<Answer>(timers: Timers, signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (attempt === attempts || !(error instanceof RpcUnreachable) || asksForLess(error)) throw error
      await timers.sleep(firstPauseMs * 2 ** (attempt - 1), signal)
    }
  }
}

/** A node all of whose answers are asked for in this way. */
export function patientRpc(rpc: Rpc, timers: Timers, signal: AbortSignal): Rpc {
  return { call: (method, params, options) => patiently(timers, signal, () => rpc.call(method, params, options)) }
}
