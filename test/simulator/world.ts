import type { Hex } from '../../src/shared/bytes.ts'
import type { Purchase } from './purchase-record.ts'
import type { Payer, WorldChain } from './inhabitants.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Service } from './service.ts'
import type { SharedDatabase } from './shared-database.ts'
import type { Story } from './story.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { Wallet } from './wallet.ts'
import type { Weather } from './weather.ts'

export interface World {
  readonly time: VirtualTime
  readonly random: SeededRandom
  readonly chains: readonly WorldChain[]
  readonly service: Service
  /** What several instances share; null where there is one, with a disk of its own. */
  readonly database: SharedDatabase | null
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
  /** Quota calls whose unit nobody can tell: they were cut off, or the disk failed them. */
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
