import type { KnownBlock } from './checkpoint-rows.ts'

/** How the blocks that an index has read compare to the chain. */
export type ForkSearch =
  | { readonly kind: 'stands' }
  /** The node's head is below the blocks that were read: it lags, or the chain is shorter now. They agree up to `to`. */
  | { readonly kind: 'short'; readonly to: KnownBlock | null }
  /** Reorganised: `to` is the newest known block that is still on the chain. */
  | { readonly kind: 'moved'; readonly to: KnownBlock }
  /** None of them is on the chain. */
  | { readonly kind: 'strange' }

/**
 * Compares the known blocks, the newest first, with the chain. A block's hash covers all blocks below it, so a binary search
 * finds the newest one that is still there.
 */
export async function findFork(
  known: readonly KnownBlock[],
  head: KnownBlock,
  hashOf: (number: bigint) => Promise<string>,
): Promise<ForkSearch> {
  if (known.length === 0) return { kind: 'stands' }
  const reached = known.filter(({ number }) => number <= head.number)
  const agrees = async ({ number, hash }: KnownBlock) => (number === head.number ? head.hash : await hashOf(number)) === hash
  // The first one that agrees is in [low, high]; high = length means that none does.
  let low = 0
  let high = reached.length
  let probe = 0
  while (low < high) {
    if (await agrees(reached[probe]!)) high = probe
    else low = probe + 1
    probe = (low + high) >> 1
  }
  const to = reached[low] ?? null
  if (reached.length === 0 || (low === 0 && reached.length < known.length)) return { kind: 'short', to }
  if (low === 0) return { kind: 'stands' }
  return to ? { kind: 'moved', to } : { kind: 'strange' }
}
