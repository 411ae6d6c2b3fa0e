import type { AskBooks } from '../../../operate/desk/desk-questions.ts'
import type { KeptRows } from '../../../operate/desk/kept-rows.ts'
import type { Switches } from '../../../operate/desk/switches.ts'
import type { GasLeft, MuteRow, WrongNow } from '../../../operate/desk/wrong-now.ts'
import type { MendParts } from '../../../operate/ledger/mend-payment.ts'
import type { ServiceView } from '../../../operate/ledger/explain-payer.ts'
import type { Hooks } from '../../../operate/hooks/deliver-hooks.ts'
import type { PriceChanges } from '../../../operate/prices/change-prices.ts'
import type { ReconcileInput } from '../../../operate/reconcile/reconcile.ts'
import type { Reconciliation } from '../../../operate/reconcile/reconciliation.ts'
import type { Refunds } from '../../../operate/refunds/create-refunds.ts'
import type { Ledger } from '../../../ledger/ledger.ts'
import type { Clock } from '../../../shared/clock.ts'

/** What the calls of the desk work with: the same functions that the commands use. */
export interface DeskCallParts {
  readonly ask: AskBooks
  readonly wrong: WrongNow
  readonly gas: () => readonly GasLeft[]
  readonly mutes: KeptRows<MuteRow>
  readonly switches: Switches
  readonly operating: MendParts
  /** Null where nothing is given back. */
  readonly refunds: Refunds | null
  /** Null where nobody is told. */
  readonly hooks: Pick<Hooks, 'redeliver' | 'test'> | null
  readonly prices: PriceChanges
  readonly reconcile: (input: ReconcileInput) => Promise<Reconciliation>
  readonly viewOfPayer: (payer: string) => Promise<ServiceView>
  readonly networks: () => readonly { readonly id: string; readonly name: string; readonly heldBy: string | null }[]
  readonly offers: () => readonly { readonly id: string; readonly title: string; readonly line: string }[]
  /** What a payer is told to do about a refusal; null where nothing is known. */
  readonly adviceOf: (reason: string) => string | null
  readonly ledger: Pick<Ledger, 'noteOrder'>
  readonly clock: Clock
}
