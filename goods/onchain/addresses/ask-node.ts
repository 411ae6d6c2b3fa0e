import type { Clock } from '../../../src/goods/kit/parts.ts'
import { RpcRejected, RpcUnreachable } from '../../../src/goods/kit/rpc.ts'
import { OutOfTime } from './deadline.ts'
import type { Observed } from './observed.ts'

/** What a node answered, or why that is unknown. Errors that are not the node's are rethrown. */
export async function askNode<T>(source: string, clock: Clock, read: () => Promise<T>): Promise<Observed<T>> {
  try {
    const value = await read()
    return { state: 'observed', value, source, observedAt: clock.now() }
  } catch (error) {
    if (error instanceof RpcUnreachable) return { state: 'unknown', reason: 'network_down' }
    if (error instanceof RpcRejected) return { state: 'unknown', reason: 'not_answered' }
    if (error instanceof OutOfTime) return { state: 'unknown', reason: 'too_slow' }
    throw error
  }
}
