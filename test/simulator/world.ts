import type { Chain, Network } from '../../src/chain/chain.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { SimulatedChain } from './chain/simulated-chain.ts'
import type { Purchase } from './purchase.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Service } from './service.ts'
import type { Story } from './story.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { Wallet } from './wallet.ts'
import type { Weather } from './weather.ts'

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

export interface World {
  readonly time: VirtualTime
  readonly random: SeededRandom
  readonly chains: readonly WorldChain[]
  readonly service: Service
  readonly weather: Weather
  readonly story: Story
  readonly payTo: Hex
  readonly signers: readonly Wallet[]
  readonly payers: Payer[]
  readonly purchases: Purchase[]
  /** Facts that no book can be held against later: what somebody saw who should not have. */
  readonly breaches: string[]
  /** Free calls of the day as clients saw them, by client. */
  readonly quotaAnswers: Map<string, number>
  /** Quota calls that were cut off, whose unit nobody can tell. */
  readonly quotaUnknown: Map<string, number>
  /** No new purchases: what is open is brought to its end. */
  readonly closing: boolean
}

/** A new payer with this much USDC on every chain. */
export function addPayer(
  world: World,
  name: string,
  options: {
    readonly wallet: Wallet
    readonly client?: string
    readonly usdc: bigint
    readonly steady?: boolean
    readonly honest?: boolean
  },
): Payer {
  const number = world.payers.length
  const { wallet, usdc, client = `10.0.${number >> 8}.${number & 255}`, steady = true, honest = true } = options
  const payer: Payer = { name: `${name}-${number}`, wallet, client, random: world.random.fork(`payer-${number}`), steady, honest }
  world.payers.push(payer)
  for (const { simulated } of world.chains) {
    simulated.fund(wallet.address, usdc)
    simulated.fundGas(wallet.address, 10n ** 18n)
  }
  return payer
}
