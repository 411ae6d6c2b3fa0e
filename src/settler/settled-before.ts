import type { Hex } from '../shared/bytes.ts'
import type { SettlerParts } from './settler-parts.ts'

/** Whether a payer has settled a payment before: this process has seen one, or the history of the ledger has one. */
export async function hasSettledBefore(
  { ledger, settlements }: Pick<SettlerParts, 'ledger' | 'settlements'>,
  payer: Hex,
): Promise<boolean> {
  return settlements.settledBy(payer) > 0 || (await ledger.payerHistory(payer)).settled > 0
}
