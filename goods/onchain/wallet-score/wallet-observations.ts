import type { AccountObservations } from '../addresses/account/account-observations.ts'
import type { Conduct } from '../addresses/conduct/conduct.ts'
import type { PerNetwork } from '../addresses/observed.ts'
import type { Hex, NetworkId } from '../../../src/goods/kit/evm.ts'

/** An address with which a wallet moved USDC. */
export interface Counterparty {
  readonly address: Hex
  /** The networks on which they moved it. Elsewhere the address may belong to somebody else. */
  readonly networks: readonly NetworkId[]
  readonly transfers: number
  /** What the wallet got from it and sent to it, in base units. */
  readonly received: bigint
  readonly sent: bigint
  readonly mixer: boolean
}

export interface Dealings {
  readonly counterparties: readonly Counterparty[]
  /** Reading stopped before the limits that were asked for, so there may be more. */
  readonly cut: boolean
}

/** All that the score of a wallet is made of. What could not be observed is `unknown`; nothing is left out and nothing is guessed. */
export interface WalletObservations extends AccountObservations {
  /** Base units. */
  readonly usdc: PerNetwork<bigint>
  /** The coin that pays for gas, in wei. */
  readonly native: PerNetwork<bigint>
  readonly dealings: PerNetwork<Dealings>
  /** What it did that deceives others. */
  readonly conduct: Conduct
}
