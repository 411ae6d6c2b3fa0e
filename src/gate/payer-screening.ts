import type { NetworkId } from '../chain/chain.ts'
import type { Hex } from '../shared/bytes.ts'

/** What is known of a payer. `unknown`: some list or oracle could not be asked now. */
export type PayerScreening =
  | { readonly verdict: 'clear' | 'unknown' }
  /** `by`: which lists or contracts name the payer, for the caller. */
  | { readonly verdict: 'sanctioned'; readonly by: string }

/** Whether a payer may be served, by lists of sanctions and by what contracts on chain say. Never rejects. */
export type ScreenPayer = (payer: Hex, network: NetworkId) => Promise<PayerScreening>
