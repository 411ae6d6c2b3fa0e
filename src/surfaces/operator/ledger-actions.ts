import { z } from 'zod'
import { creditPayment, retryPayment, type MendParts } from '../../operate/ledger/mend-payment.ts'
import type { ServiceView } from '../../operate/ledger/explain-payer.ts'
import { isReceiptId } from '../../shared/ids.ts'
import { operatorAction, type OperatorAction } from './operator-action.ts'

const receipt = z.strictObject({ receipt: z.string().refine(isReceiptId, 'must be a receipt') })
const wallet = z.strictObject({ payer: z.string().regex(/^0x[0-9a-f]{40}$/, 'must be an address in lower case') })

/** What `farthing ledger` asks of the running service. */
export function ledgerActions(
  parts: MendParts & { readonly viewOfPayer: (payer: string) => Promise<ServiceView> },
): readonly OperatorAction[] {
  return [
    operatorAction('ledger/retry', receipt, async ({ receipt: id }) => retryPayment(parts, id)),
    operatorAction('ledger/credit', receipt, async ({ receipt: id }) => creditPayment(parts, id)),
    operatorAction('ledger/payer', wallet, async ({ payer }) => parts.viewOfPayer(payer)),
  ]
}
