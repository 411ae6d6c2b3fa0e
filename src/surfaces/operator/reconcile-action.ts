import { z } from 'zod'
import type { ReconcileInput } from '../../operate/reconcile/reconcile.ts'
import type { Reconciliation } from '../../operate/reconcile/reconciliation.ts'
import { isBalanced, reconciliationText } from '../../operate/reconcile/reconciliation-text.ts'
import { operatorAction, type OperatorAction } from './operator-action.ts'

/** What `farthing reconcile` gets. */
export interface ReconcileAnswer {
  /** Nothing differs, and every network answered. */
  readonly well: boolean
  readonly text: string
  readonly reconciliation: Reconciliation
}

/** Milliseconds since the epoch, or the number of a block as text. */
const since = z.union([z.strictObject({ time: z.number().int().min(0) }), z.strictObject({ block: z.string().regex(/^\d{1,15}$/) })])

/** Compares the ledger with the chains, and takes in what it does not know. */
export function reconcileAction({ reconcile }: { readonly reconcile: (input: ReconcileInput) => Promise<Reconciliation> }): OperatorAction {
  const input = z.strictObject({ since, network: z.string().optional(), adopt: z.boolean() })
  return operatorAction('reconcile', input, async ({ since, network, adopt }): Promise<ReconcileAnswer> => {
    return answerOf(await reconcile({ since: 'block' in since ? { block: BigInt(since.block) } : since, network, adopt }))
  })
}

export function answerOf(reconciliation: Reconciliation): ReconcileAnswer {
  return {
    well: reconciliation.unread.length === 0 && isBalanced(reconciliation),
    text: reconciliationText(reconciliation),
    reconciliation,
  }
}
