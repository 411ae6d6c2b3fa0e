import type { Authorization, Chains } from '../chain/chain.ts'
import { hasSettledBefore } from './settled-before.ts'
import type { SpendingLimits } from './spending/spending-limits.ts'
import { onlyInstance, type InstanceLease } from '../ledger/leases/instance-lease.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { NetworkId } from '../chain/chain.ts'
import type { FailPoint } from '../shared/fail-point.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'
import { createBackground } from './background.ts'
import { cancellableTimers } from './cancellable-timers.ts'
import { createFacilitatedNetwork } from './facilitator/facilitated-network.ts'
import { createFacilitatorHealth } from './facilitator/facilitator-health.ts'
import type { Facilitator } from './facilitator/facilitator.ts'
import { createWouldSettle } from './facilitator/would-settle.ts'
import { drainSettler, recoverSettler, settlePayment, startSettler, type RunningSettler } from './run-settler.ts'
import { createSaleRecord } from '../ledger/payments/sale-record.ts'
import { createSettlerMetrics } from './settler-metrics.ts'
import { defaultPolicy, type SettlerPolicy } from './policy.ts'
import { createNetworkSettler, type NetworkSettler } from './settle-network.ts'
import type { Settler } from './settler.ts'
import { createSettlements } from './settlements.ts'
import type { SettlerParts } from './settler-parts.ts'
import type { Signer } from './signer.ts'
import { createTransferWatch } from './watch/transfer-watch.ts'

export interface SettlerOptions {
  readonly chains: Chains
  readonly ledger: Ledger
  /** The signers of each network; several work side by side. A network without signers is not settled here. */
  readonly signers: ReadonlyMap<NetworkId, readonly Signer[]>
  /** The facilitator that settles instead of signers, on all networks; null for none. */
  readonly facilitator?: Facilitator | null
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
  /** Name of this process, different at each start. */
  readonly instance: string
  /** Its lease, where others share the ledger and have theirs. */
  readonly instanceLease?: InstanceLease
  /** What settlements may cost. Null where gas costs nothing, or somebody else pays it. */
  readonly spending?: SpendingLimits | null
  /** The wallet that gives payments back, in lower case. */
  readonly refundsFrom?: Hex | null
  /** Figures that differ from the defaults. */
  readonly policy?: Partial<SettlerPolicy>
  readonly failPoint: FailPoint
  /** The data directory's lock proves that every other instance has ended, so recovery takes over all unfinished payments, whatever their leases. */
  readonly alone: boolean
}

/** The settler with signers of its own, or with a facilitator's. `recover` comes first, then `start`. */
export function createSettler(options: SettlerOptions): Settler {
  const { chains, clock, facilitator = null } = options
  const parts = settlerParts(options)
  const health =
    facilitator && createFacilitatorHealth({ facilitator, networks: [...chains.keys()], clock, log: parts.log, metrics: parts.metrics })
  const networks = new Map<string, NetworkSettler>()
  for (const [id, chain] of chains) {
    const signers = options.signers.get(id) ?? []
    if (facilitator && health) networks.set(id, createFacilitatedNetwork(parts, chain, { facilitator, health }))
    else if (signers.length > 0) networks.set(id, createNetworkSettler(parts, chain, signers))
  }
  const transferWatches = new Map([...chains].map(([id, chain]) => [id, createTransferWatch({ ...parts, chain })]))
  const wouldSettle = facilitator && createWouldSettle({ facilitator, clock })
  const running: RunningSettler = { parts, networks, transferWatches, alone: options.alone, draining: false, seenLapses: 0 }
  return {
    networks: new Set(networks.keys()),
    canSettle: (network, { amount, newContract = false }) => networks.get(network)?.canSettle({ amount, newContract }) ?? true,
    heldBy: (network) => networks.get(network)?.heldBy ?? null,
    accepted: (network, payment) => networks.get(network)?.accepted(payment),
    ...(facilitator === null && {
      contractGas: async (network: string, authorization: Authorization) =>
        (await networks.get(network)?.contractGas?.(authorization)) ?? null,
    }),
    oldestSince(network) {
      const since = [...parts.settlements.all()].filter(({ payment }) => payment.network === network).map((one) => one.since)
      return since.length === 0 ? null : since.reduce((first, one) => Math.min(first, one))
    },
    settledBy: (payer) => parts.settlements.settledBy(payer),
    settledValueBy: (payer) => parts.settlements.settledValueBy(payer),
    hasSettledBefore: (payer) => hasSettledBefore(parts, payer),
    barredUntil: (payer) => parts.settlements.barredUntil(payer),
    ...(wouldSettle &&
      health && {
        async wouldSettle(id, authorization) {
          const chain = chains.get(id as NetworkId)
          return chain ? wouldSettle(chain.network, authorization) : null
        },
        isFacilitatorUp: () => health.isUp,
      }),
    settle: (payment, waitMs) => settlePayment(running, payment, waitMs),
    recover: () => recoverSettler(running),
    start: () => startSettler(running),
    drain: (deadlineMs) => drainSettler(running, deadlineMs),
  }
}

function settlerParts(options: SettlerOptions): SettlerParts & Pick<RunningSettler['parts'], 'timers'> {
  const { ledger, clock, instance, instanceLease = onlyInstance, failPoint } = options
  const timers = cancellableTimers(options.timers)
  const policy = { ...defaultPolicy, ...options.policy }
  const log = options.log.child({ part: 'settler' })
  const metrics = createSettlerMetrics(options.metrics)
  const recordSale = createSaleRecord({ log, metrics: options.metrics })
  const background = createBackground(log)
  const settlements = createSettlements({ clock, timers, metrics })
  const { spending = null, refundsFrom = null } = options
  return {
    ledger,
    clock,
    timers,
    log,
    metrics,
    recordSale,
    instance,
    instanceLease,
    policy,
    failPoint,
    background,
    settlements,
    spending,
    refundsFrom,
  }
}
