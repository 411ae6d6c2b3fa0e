import type { Hono } from 'hono'
import type { LabelledAddress } from '../chain/known/label.ts'
import type { Config } from '../config/config.ts'
import type { MetricsRegistry } from '../ops/metrics.ts'
import type { Hex } from '../shared/bytes.ts'
import type { AlarmMemory } from '../operate/desk/alarm-memory.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { FailPoint } from '../shared/fail-point.ts'
import type { Log } from '../shared/log.ts'
import type { Random } from '../shared/random.ts'
import type { LoadedGoods } from './goods/load-goods.ts'
import type { connectNetworks, NetworkEndpoints } from '../chain/connect/connect-networks.ts'

export interface System {
  readonly clock: Clock
  /** Milliseconds from any start, which no change of the wall clock alters: by it, jumps of the wall clock are noticed. */
  readonly monotonic: Clock
  readonly timers: Timers
  readonly random: Random
}

/** A sandbox as the service sees it: its own addresses, its own keys, and a rule about payers. */
export interface SandboxView {
  readonly endpoints: readonly NetworkEndpoints[]
  readonly upstreams: Readonly<Record<string, string>>
  /** `address:port` of the sites that outsiders have there: they count as public. */
  readonly places?: ReadonlySet<string>
  /** Hosts of the sites to scan there, with their origins on this machine. */
  readonly sites?: ReadonlyMap<string, string>
  /** Sites that are there instead of public ones: `host:port` to `address:port`. Only browsers visit them. */
  readonly standIns?: ReadonlyMap<string, string>
  /** The feeds and pools of prices on its networks; without any, they give no prices. */
  readonly pricePlaces?: unknown
  /** The labels of its inhabitants. */
  readonly labels?: readonly LabelledAddress[]
  /** A file of the operators that are confirmed there, unless the settings name another file. */
  readonly confirmedOperators?: string
  readonly payTo: Hex
  readonly signerKeys: readonly Hex[]
  admits(payer: string): boolean
  /** `standIns`: whether answers are made from its upstreams and inhabitants. */
  routes(app: Hono, options: { readonly standIns: boolean }): void
}

export interface ServiceInput {
  readonly config: Config
  readonly system: System
  readonly log: Log
  readonly metrics: MetricsRegistry
  /** Null in live mode. */
  readonly sandbox: SandboxView | null
  /** What is sold. */
  readonly goods: LoadedGoods
  readonly publicUrl: string
  readonly failPoint: FailPoint
  /** Called about every second while the database can't be reached. */
  readonly waiting?: () => void
  /** Where real sources are asked, by source id, instead of at their public addresses: for tests. */
  readonly sourceUrls?: Readonly<Record<string, string>>
  /** Remembers the alarms in the log; absent where there is no desk, and nobody is told. */
  readonly alarms?: AlarmMemory
  /** How the networks are connected, by JSON-RPC unless given. */
  readonly connect?: typeof connectNetworks
}
