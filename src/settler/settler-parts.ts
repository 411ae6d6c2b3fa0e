import type { Chain } from '../chain/chain.ts'
import type { InstanceLease } from '../ledger/leases/instance-lease.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { FailPoint } from '../shared/fail-point.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Log } from '../shared/log.ts'
import type { Background } from './background.ts'
import type { RecordSale } from '../ledger/payments/sale-record.ts'
import type { SettlerMetrics } from './settler-metrics.ts'
import type { SettlerPolicy } from './policy.ts'
import type { SpendingLimits } from './spending/spending-limits.ts'
import type { Settlements } from './settlements.ts'

/** What every part of the settler is made from. */
export interface SettlerParts {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: SettlerMetrics
  readonly recordSale: RecordSale
  /** The name of this process in leases. */
  readonly instance: string
  readonly instanceLease: InstanceLease
  readonly policy: SettlerPolicy
  readonly failPoint: FailPoint
  readonly background: Background
  readonly settlements: Settlements
  /** What settlements may cost; null where gas costs nothing, or somebody else pays it. */
  readonly spending: SpendingLimits | null
  /** The wallet that gives payments back, in lower case; null where there is none. */
  readonly refundsFrom: Hex | null
}

/** The same for one network. */
export interface NetworkParts extends SettlerParts {
  readonly chain: Chain
}
