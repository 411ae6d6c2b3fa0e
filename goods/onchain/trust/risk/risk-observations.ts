import type { Observed, PerNetwork } from '../../addresses/observed.ts'
import type { Sighting } from '../../addresses/sighting.ts'
import type { WalletHistory } from '../../history/wallet-history.ts'
import type { Hex } from '../../../../src/goods/kit/evm.ts'
import type { MixerDealings } from '../../addresses/sanctions/mixer-dealings.ts'
import type { Observations } from '../observations.ts'

/** All that a risk score is made of. What could not be observed is `unknown`. */
export interface RiskObservations {
  readonly address: Hex
  /** Unix seconds. */
  readonly now: number
  /** When it sent its first transaction, in Unix seconds; it may have been earlier. Null where it never sent one. */
  readonly firstSent: PerNetwork<number | null>
  readonly histories: PerNetwork<WalletHistory>
  readonly sanctions: Observations['sanctions']
  readonly payments: Observations['history']
  readonly conduct: Observations['conduct']
  /** Whether there is any trace of it. */
  readonly sighting: Sighting
  /** Where this service is paid (lower case); null where it is not. */
  readonly payTo: Hex | null
  /** Its own dealings with mixers. */
  readonly mixer: Observed<MixerDealings>
  /** The dealings of its newest counterparties with mixers. */
  readonly mixerOneHop: Observed<MixerDealings>
}
