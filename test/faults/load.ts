import type { FreeCallCounts } from './free-calls.ts'
import type { EntryPoint } from './entry-point.ts'
import type { FaultyWorld } from './faulty-world.ts'
import type { PayerWallets } from './payer-wallets.ts'
import type { Purchase } from './purchase.ts'

/** What all payers of a run share. */
export interface LoadContext {
  readonly world: FaultyWorld
  readonly wallets: PayerWallets
  readonly entryPoint: EntryPoint
  /** Every purchase of the run. */
  readonly purchases: Purchase[]
  /** What can be bought. */
  readonly offers: Offers
  /** Set when free calls are checked as well as payments. */
  readonly counted?: FreeCallCounts
  /** Whether payers begin new purchases. */
  readonly open: () => boolean
  /** Whether payers may still finish open purchases. */
  readonly mayContinue: () => boolean
}

export interface Offers {
  readonly small: readonly string[]
  readonly large: readonly string[]
  /** At the small price, and always failing: an authorization is released, a transfer becomes a credit. */
  readonly failing: readonly string[]
}
