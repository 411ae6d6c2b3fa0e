import { z } from 'zod'
import type { Forgetting } from '../../operate/retention/forget.ts'
import { isReceiptId } from '../../shared/ids.ts'
import { operatorAction, type OperatorAction } from './operator-action.ts'

const receipt = z.string().refine(isReceiptId, 'must be a receipt')
const clients = z.strictObject({
  after: z.union([z.literal(''), receipt]),
  before: z.number().int().nonnegative(),
  limit: z.number().int().min(1).max(1_000),
})
const payer = z.strictObject({ payer: z.string().regex(/^0x[0-9a-f]{40}$/), ids: z.array(receipt).max(1_000) })

/** What `farthing prune` asks of the running service. */
export function pruneActions(ledger: Forgetting): readonly OperatorAction[] {
  return [
    operatorAction('prune/clients', clients, async (input) => ledger.forgetClients(input)),
    operatorAction('prune/payer', payer, async (input) => ledger.forgetPayer(input)),
  ]
}
