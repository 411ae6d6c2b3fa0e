import type { Chain, Network } from '../../src/chain/chain.ts'
import type { SimulatedChain } from './chain/simulated-chain.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Wallet } from './wallet.ts'

/** A chain of the world, and its miner. */
export interface WorldChain {
  readonly network: Network
  readonly simulated: SimulatedChain
  /** Truthful and at once, for payers and for the books. */
  readonly view: Chain
  /** No blocks are made as long as it is set. */
  held: boolean
}

/** One who pays, or tries not to. */
export interface Payer {
  readonly name: string
  readonly wallet: Wallet
  /** Where its requests come from. */
  readonly client: string
  readonly random: SeededRandom
  /** It never moves its money, cancels, or changes its account: what it signs and can cover can be collected. */
  readonly steady: boolean
  /** It does as our answers say. */
  readonly honest: boolean
}
