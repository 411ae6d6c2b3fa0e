import type { NetworkId } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Observed, PerNetwork } from '../../shared/observed.ts'

/** With whom a wallet moved USDC. */
export interface Counterparty {
  readonly address: Hex
  /** Where. An address may be somebody else's elsewhere. */
  readonly networks: readonly NetworkId[]
  readonly transfers: number
  /** What came from them and what went to them, in base units. */
  readonly received: bigint
  readonly sent: bigint
  readonly mixer: boolean
}

export interface Dealings {
  readonly counterparties: readonly Counterparty[]
  /** What was looked at is less than what was wished: there may be more. */
  readonly cut: boolean
}

/** All that the score of a wallet is made of. What could not be observed is `unknown`; nothing is left out and nothing is guessed. */
export interface WalletObservations {
  /** Whole days since it first sent a transaction, 0 without any; `atLeast` where it may be longer. */
  readonly age: Observed<{ readonly days: number; readonly atLeast: boolean }>
  /** Transactions sent. */
  readonly transactions: PerNetwork<number>
  readonly sanctions: {
    readonly lists: Observed<boolean>
    readonly blacklist: PerNetwork<boolean>
    readonly oracle: PerNetwork<boolean>
  }
  /** Base units. */
  readonly usdc: PerNetwork<bigint>
  /** The coin that pays for gas, in wei. */
  readonly native: PerNetwork<bigint>
  readonly dealings: PerNetwork<Dealings>
}
