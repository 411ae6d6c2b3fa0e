import type { Observed } from '../observed.ts'
import type { NetworkTransfer } from '../sanctions/mixer-dealings.ts'

/** A sign that an address deceives others, with the transfers that show it. */
export interface Sign {
  /** What was seen, as a sentence without its full stop. */
  readonly detail: string
  readonly transfers: readonly NetworkTransfer[]
}

/** What an address did itself that deceives others. Null where nothing of the kind was found. */
export interface Conduct {
  /** It sent dust to wallets that deal with an address that looks like its own. */
  readonly poisoning: Observed<Sign | null>
  /** It moved USDC in circles, to itself or to and fro with one counterparty. */
  readonly circles: Observed<Sign | null>
  /** It made a token that its buyers can't sell. */
  readonly unsellableToken: Observed<Sign | null>
}

/** The signs that were found. */
export function signsIn({ poisoning, circles, unsellableToken }: Conduct): Sign[] {
  return [poisoning, circles, unsellableToken].flatMap((one) => (one.state === 'observed' && one.value ? [one.value] : []))
}
