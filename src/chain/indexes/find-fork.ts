import type { KnownBlock } from './checkpoint-rows.ts'

/** How the blocks that an index has read stand to the chain. */
export type Standing =
  | { readonly kind: 'stands' }
  /** The node's head is below what was read: it lags, or the chain has become shorter. Up to `to` they agree. */
  | { readonly kind: 'short'; readonly to: KnownBlock | null }
  /** Reorganised: `to` is the highest known block that is still there. */
  | { readonly kind: 'moved'; readonly to: KnownBlock }
  /** None of them is there. */
  | { readonly kind: 'strange' }

/**
 * Holds the known blocks, the newest first, against the chain. A block stands on all below it, so the newest one that is
 * still there is found by halving.
 */
export async function findFork(
  known: readonly KnownBlock[],
  head: KnownBlock,
  hashOf: (number: bigint) => Promise<string>,
): Promise<Standing> {
  if (known.length === 0) return { kind: 'stands' }
  const reached = known.filter(({ number }) => number <= head.number)
  const agrees = async ({ number, hash }: KnownBlock) => (number === head.number ? head.hash : await hashOf(number)) === hash
  // The first that agrees lies in [low, high]; high = length says that none does.
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
