import type { Counted } from './counted.ts'
import type { Door } from './door.ts'
import type { FaultyWorld } from './faulty-world.ts'
import type { PayerWallets } from './payer-wallets.ts'
import type { Purchase } from './purchase.ts'

/** What all payers share. */
export interface Market {
  readonly world: FaultyWorld
  readonly wallets: PayerWallets
  readonly door: Door
  /** Every purchase that was ever begun. */
  readonly purchases: Purchase[]
  /** What can be bought: the small price, the large one, what fails after it was claimed. */
  readonly offers: Offers
  /** Where free calls are counted as well as payments. */
  readonly counted?: Counted
  /** New purchases are begun. */
  readonly open: () => boolean
  /** What was begun may still be brought to its end. */
  readonly goesOn: () => boolean
}

export interface Offers {
  readonly small: readonly string[]
  readonly large: readonly string[]
  /** Of the small price, and never to be had: the payment is released, a transfer is a credit. */
  readonly failing: readonly string[]
}
