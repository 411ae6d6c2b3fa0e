import type { Observed, PerNetwork } from '../../../shared/observed.ts'
import type { NetworkId } from '../../../chain/chain.ts'
import type { WalletHistory, WalletTransfer } from '../../../chain/history/wallet-history.ts'
import type { Hex } from '../../../shared/bytes.ts'
import type { Observations } from '../observations.ts'

/** A transfer with the network on which it was made. */
export interface SeenTransfer extends WalletTransfer {
  readonly network: NetworkId
}

/** Transfers between mixers and somebody, the newest first, and the time since when all of them are known (unix seconds). */
export interface MixerMeetings {
  readonly transfers: readonly SeenTransfer[]
  readonly since: number
}

/** All that a risk score is made of. Whatever could not be observed is `unknown`. */
export interface RiskObservations {
  readonly address: Hex
  /** Unix seconds. */
  readonly now: number
  /** When it sent its first transaction, in unix seconds, or earlier; null where it never sent one. */
  readonly firstSent: PerNetwork<number | null>
  readonly histories: PerNetwork<WalletHistory>
  readonly sanctions: Observations['sanctions']
  readonly payments: Observations['history']
  /** Its own dealings with mixers. */
  readonly mixer: Observed<MixerMeetings>
  /** Those of the newest of its counterparties. */
  readonly mixerOneHop: Observed<MixerMeetings>
}
