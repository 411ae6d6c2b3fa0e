import type { Hex } from '../../../src/shared/bytes.ts'
import type { Purchase } from '../payers/purchase-record.ts'
import type { Payer, WorldChain } from './payers-and-chains.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { RunCount } from '../service/test-offers.ts'
import type { Service } from '../service/service.ts'
import type { SharedDatabase } from '../database/shared-database.ts'
import type { Watch } from '../payers/watch-record.ts'
import type { WatchFeed } from './watch-feed.ts'
import type { Scenario } from './scenario.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { Wallet } from './wallet.ts'
import type { FaultProfile } from '../faults/fault-profile.ts'

export interface World {
  readonly time: VirtualTime
  readonly random: SeededRandom
  readonly chains: readonly WorldChain[]
  readonly service: Service
  /** The database that several instances share; null for one instance with its own disk. */
  readonly database: SharedDatabase | null
  readonly faultProfile: FaultProfile
  readonly scenario: Scenario
  readonly payTo: Hex
  readonly signers: readonly Wallet[]
  readonly payers: Payer[]
  readonly purchases: Purchase[]
  /** Who polls what. */
  readonly watches: Watch[]
  /** What the watchlists of this run publish. */
  readonly feed: WatchFeed
  /** Violations seen during the run, which the books can't show afterwards. */
  readonly breaches: string[]
  /** Runs of the offers so far, over all process runs. */
  readonly runCount: Readonly<RunCount>
  /** The wallet that gives credits back; null where nothing is given back. */
  readonly refundWallet: Hex | null
  /** Keys of payments that real fees show to be unsettleable before they are accepted. */
  readonly unsettleable: Set<string>
  /** Number of free calls of the day that were answered, by client address. */
  readonly quotaAnswers: Map<string, number>
  /** Number of quota calls that may or may not be counted, by client address: they were cut off, or the disk failed. */
  readonly quotaUnknown: Map<string, number>
  /** True when payers begin no new purchases and only finish open ones. */
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
