import { RpcRejected, RpcUnreachable } from '../../chain/chain.ts'

/** One part of what was looked at: what was seen, or why it was not. The reason is a sentence for the caller. */
export type Part<T> = { readonly seen: true; readonly value: T } | { readonly seen: false; readonly reason: string }

export function seen<T>(value: T): Part<T> {
  return { seen: true, value }
}
export function unseen(reason: string): { readonly seen: false; readonly reason: string } {
  return { seen: false, reason }
}

/** Reason of a signal that ends what has taken too long. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
}

/** What was read, or why not; what is no fault of a node is thrown on. */
export async function partOf<T>(read: () => Promise<Part<T>>): Promise<Part<T>> {
  try {
    return await read()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    return unseen(reason)
  }
}

/** Null for what is no fault of a node. */
function reasonOf(error: unknown): string | null {
  if (error instanceof OutOfTime) return 'There was no time left for it.'
  if (error instanceof RpcUnreachable) return 'The node of this network gave no usable answer.'
  if (error instanceof RpcRejected) return 'The node of this network does not answer such questions.'
  return null
}
