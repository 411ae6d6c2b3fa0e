import type { Chain, Network } from '../../../src/chain/chain.ts'
import type { SimulatedChain } from '../chain/simulated-chain.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Wallet } from './wallet.ts'

/** A simulated chain, and whether its miner is paused. */
export interface WorldChain {
  readonly network: Network
  readonly simulated: SimulatedChain
  /** A node without faults or delays, for payers and for the checks. */
  readonly view: Chain
  /** While true, no blocks are made. */
  held: boolean
}

/** A simulated payer, honest or hostile. */
export interface Payer {
  readonly name: string
  readonly wallet: Wallet
  /** Client address of its requests. */
  readonly client: string
  readonly random: SeededRandom
  /** It never moves its money, cancels, or changes its account: whatever it signs and can cover can be collected. */
  readonly steady: boolean
  /** It does what our answers say. */
  readonly honest: boolean
}
