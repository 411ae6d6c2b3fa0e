import { OutOfTime } from '../addresses/deadline.ts'
import { RpcRejected, RpcUnreachable } from '../../../src/goods/kit/rpc.ts'

/** One part of an analysis: what was seen, or why nothing was. The reason is a sentence for the caller. */
export type Part<T> = { readonly seen: true; readonly value: T } | { readonly seen: false; readonly reason: string }

export function seen<T>(value: T): Part<T> {
  return { seen: true, value }
}
export function unseen(reason: string): { readonly seen: false; readonly reason: string } {
  return { seen: false, reason }
}

/** What was read, or why it could not be read. Errors that are not the node's are rethrown. */
export async function partOf<T>(read: () => Promise<Part<T>>): Promise<Part<T>> {
  try {
    return await read()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    return unseen(reason)
  }
}

/** Null for an error that is not the node's. */
function reasonOf(error: unknown): string | null {
  if (error instanceof OutOfTime) return 'The time for this answer was over before this part was read.'
  if (error instanceof RpcUnreachable) return 'The node of this network gave no usable answer.'
  if (error instanceof RpcRejected) return 'The node of this network refuses this kind of question.'
  return null
}
