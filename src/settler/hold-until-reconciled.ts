import type { Settler } from './settler.ts'

/** Why a network is held up: `heldBy` of a settler. */
export const notCompared = 'the ledger may lack payments, and is compared with the chain before anything is sold'

/**
 * A settler that settles what is under way as always, and says of networks that nothing can be settled there while the ledger may not know
 * all payments on them.
 */
export function holdUntilReconciled(settler: Settler, isCompared: (network: string) => boolean): Settler {
  return {
    ...settler,
    canSettle: (network, payment) => isCompared(network) && settler.canSettle(network, payment),
    heldBy: (network) => (isCompared(network) ? settler.heldBy(network) : notCompared),
  }
}
