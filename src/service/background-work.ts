import type { Catalog } from '../offers/catalog.ts'
import type { AcceptedSources } from './accepted-sources.ts'
import type { EarlyAnswers } from '../gate/early/early-answers.ts'
import type { ClientKeys } from '../gate/limits/client-address.ts'
import type { InstanceLease } from '../ledger/leases/instance-lease.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { pricesToRecord } from '../offers/offer-prices.ts'
import type { ClockWatch } from '../ops/clock-watch.ts'
import type { HourlyCounts } from '../ledger/counts/hourly-counts.ts'
import type { Health } from '../ops/health.ts'
import { createJobs } from '../ops/jobs.ts'
import { createJobLeases } from './job-leases.ts'
import type { DeskState } from './desk/desk-state.ts'
import type { OpenedLines } from './goods/open-goods.ts'
import type { LedgerServer } from './open-ledger.ts'
import type { Notices } from './open-notices.ts'
import type { WrongNow } from '../operate/desk/wrong-now.ts'
import type { RestoredLedger } from '../operate/restored/restored-ledger.ts'
import type { SettlementCosts } from '../settler/settlement-cost.ts'
import type { OperatorMetrics } from './operator-metrics.ts'
import type { PriceChanges } from '../operate/prices/change-prices.ts'
import type { ClientForgetting } from '../operate/retention/client-forgetting.ts'
import type { RateRecorder } from './record-rates.ts'
import type { Hooks } from '../operate/hooks/deliver-hooks.ts'
import type { CreditReport } from '../operate/refunds/credit-report.ts'
import type { Refunds } from '../operate/refunds/create-refunds.ts'
import type { Settler } from '../settler/settler.ts'
import type { UnknownSettlements } from '../settler/watch/unknown-settlements.ts'
import { utcDay, type Clock, type Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'
import { formatUsd } from '../shared/money.ts'
import { StoreFailed } from '../store/store.ts'
import type { SourceJob, Sources } from '../sources/sources.ts'

export interface BackgroundParts {
  readonly ledger: Ledger
  readonly settler: Settler
  readonly sources: Pick<Sources, 'jobs'>
  /** Lines of goods that did not come with the service. */
  readonly goods: Pick<OpenedLines, 'jobs'>
  readonly catalog: Catalog
  readonly clientKeys: ClientKeys
  readonly acceptedSources: AcceptedSources
  readonly health: Health
  readonly clockWatch: ClockWatch
  readonly earlyAnswers: EarlyAnswers
  readonly operatorMetrics: OperatorMetrics
  readonly counts: HourlyCounts
  readonly creditReport: CreditReport
  readonly rates: RateRecorder
  readonly priceChanges: PriceChanges
  /** Null where there is no desk. */
  readonly desk: Pick<DeskState, 'refresh'> | null
  /** What is wrong; null where it is shown and told to nobody. */
  readonly wrong: Pick<WrongNow, 'look'> | null
  /** Tells the operator of alarms and days; null where the operator has not switched that on. */
  readonly notices: Notices | null
  /** Null where we pay no gas. */
  readonly costs: SettlementCosts | null
  /** Null where other ledgers may be paid at the same address, as in a sandbox. */
  readonly unknownSettlements: UnknownSettlements | null
  /** What a restored ledger may lack. */
  readonly restored: RestoredLedger
  /** The database server of a shared ledger; null where there is none. */
  readonly server: LedgerServer | null
  /** Gives payments back; null where the operator has not switched that on. */
  readonly refunds: Refunds | null
  /** Tells the operator's server what happened; null where the operator has not switched that on. */
  readonly hooks: Hooks | null
  /** Erases old client addresses; null where the operator has not switched that on. */
  readonly clientForgetting: ClientForgetting | null
  readonly instance: string
  readonly instanceLease: InstanceLease
  /** Whether other processes use the ledger too. */
  readonly shared: boolean
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
}

export interface BackgroundWork {
  /** Finishes what an earlier process left, then starts. Ready after it. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** States of payments that are still to be settled: they were answered, or their work is begun afterwards. */
const unsettled: ReadonlySet<string> = new Set(['ordered', 'served', 'settling'])

/** Everything that runs in the background. */
export function createBackgroundWork(parts: BackgroundParts): BackgroundWork {
  const { ledger, settler, sources, catalog, clientKeys, health, costs, shared, clock, log, earlyAnswers } = parts
  const jobs = createJobs({
    clock,
    timers: parts.timers,
    log,
    metrics: parts.metrics,
    owner: parts.instance,
    leases: createJobLeases({ ledger, instanceLease: parts.instanceLease, alone: !shared }),
  })
  const rememberPools = async () => clientKeys.remember(await ledger.ipv6Pools({ day: utcDay(clock.now()) }))

  /** Jobs that one process does for all that share the ledger. */
  function addLedgerJobs(): void {
    jobs.add({ name: 'expire', everyMs: 60_000, run: async () => void (await ledger.expire({ now: clock.now(), limit: 20_000 })) })
    jobs.add({
      name: 'archive',
      everyMs: 60_000,
      run: async () => void (await ledger.archive({ expiredBefore: BigInt(Math.floor(clock.now() / 1000) - 3600), limit: 20_000 })),
    })
    // Instances of an earlier version, which are replaced one after the other, archive without counting days.
    if (shared) jobs.add({ name: 'count-days', firstMs: 600_000, everyMs: 3_600_000, run: async () => void (await ledger.recountDays()) })
    jobs.add({ name: 'health-counts', everyMs: 60_000, run: async () => countHealth(health, parts.counts) })
    jobs.add({ name: 'reference-rates', firstMs: 60_000, everyMs: 3_600_000, run: (signal) => parts.rates.record(signal) })
    const { unknownSettlements, refunds, clientForgetting, restored, hooks, notices } = parts
    if (clientForgetting)
      jobs.add({ name: 'forget-clients', firstMs: 10_000, everyMs: 3_600_000, run: (signal) => clientForgetting.round(signal) })
    // Slots stay for a week, so that none of them is gone before it was looked at.
    jobs.add({ name: 'signer-nonces', firstMs: 3_600_000, everyMs: 3_600_000, run: () => restored.lookAgain() })
    if (hooks) jobs.add({ name: 'hooks', firstMs: 1_000, everyMs: 2_000, run: (signal) => hooks.round(signal) })
    if (notices) jobs.add({ name: 'daily-sum', firstMs: 5_000, everyMs: 60_000, run: () => notices.days.look() })
    if (refunds) jobs.add({ name: 'refunds', firstMs: 2_000, everyMs: 5_000, run: () => refunds.round() })
    if (unknownSettlements) {
      jobs.add({ name: 'unknown-settlements', firstMs: 0, everyMs: 3_600_000, run: () => unknownSettlements.look() })
    }
  }

  /** Jobs that each process does for itself. */
  function addOwnJobs(): void {
    const add = (name: string, everyMs: number, run: () => Promise<void>) => jobs.add({ name, everyMs, everywhere: true, run })
    if (costs) add('settlement-costs', 30_000, async () => void (await costs.refresh()))
    // Their results are in the store of each process, except for those that are shared.
    const addSourceJob = ({ shared: common, ...job }: SourceJob) => jobs.add(shared && !common ? { ...job, everywhere: true } : job)
    for (const job of [...sources.jobs, ...parts.goods.jobs]) addSourceJob(job)
    add('prices', 2_000, () => parts.priceChanges.refresh())
    const { desk, wrong, notices } = parts
    if (desk) add('switches', 2_000, () => desk.refresh())
    if (wrong) add('wrong-now', 5_000, async () => wrong.look())
    // Each process has its own alarms.
    if (notices)
      jobs.add({ name: 'alarm-notices', firstMs: 10_000, everyMs: 10_000, everywhere: true, run: (signal) => notices.alarms.look(signal) })
    add('accepted-sources', 15_000, async () => parts.acceptedSources.refresh())
    // A network that did not answer, or on which something is still under way.
    const { restored, server } = parts
    if (restored.isOpen || server) add('compare-restored', 500, () => restored.compare())
    // A pooler may have led our connections to another server.
    if (server) add('ledger-server', 1_000, () => server.look().catch(ignoreOutage))
    // What a client has used at other instances counts here too, a minute later.
    if (shared) add('ipv6-pools', 60_000, rememberPools)
    // Whether they are in use depends on what is sold, which may change.
    add('credits', 5_000, async () => (parts.creditReport.inUse ? parts.creditReport.refresh() : undefined))
    add('early-answers', 5_000, async () => (earlyAnswers.inUse ? earlyAnswers.refresh() : undefined))
    add('health', 5_000, () => health.refresh())
    // The checks of health have just asked the nodes, whose answers tell their time.
    add('clock', 5_000, async () => parts.clockWatch.look())
    const { operatorMetrics, counts } = parts
    add('counts', 10_000, () => counts.flush())
    jobs.add({ name: 'operator-metrics', firstMs: 0, everyMs: 5_000, everywhere: true, run: () => operatorMetrics.refresh() })
    jobs.add({ name: 'gas-money', firstMs: 0, everyMs: 60_000, everywhere: true, run: () => operatorMetrics.readGasMoney() })
  }

  async function tellWhatWaits(): Promise<void> {
    const left = (await ledger.totals()).filter(({ network, state }) => !settler.networks.has(network) && unsettled.has(state))
    for (const { network, state, payments, amount } of left) {
      log.error({ network, state, payments, usdc: formatUsd(amount) }, 'unfinished payments wait for a network that is not connected')
    }
  }

  return {
    async start() {
      await rememberPools()
      // What the operator ordered counts from the first call on.
      await parts.priceChanges.refresh()
      await parts.desk?.refresh()
      await ledger.recordPrices({ prices: pricesToRecord(catalog.all), at: clock.now() })
      await settler.recover()
      settler.start()
      await parts.restored.compare()
      if (parts.restored.isOpen || parts.server) health.require('restored', () => parts.restored.isUsable)
      await tellWhatWaits()
      const unknown = (await costs?.refresh()) ?? []
      if (unknown.length > 0)
        log.warn({ networks: unknown }, 'settlement costs unknown: these networks are not offered, see GAS_COIN_CEILINGS')
      addLedgerJobs()
      addOwnJobs()
      jobs.start()
      await health.refresh()
      health.started()
    },
    async stop() {
      await jobs.stop()
      await parts.counts.flush().catch((error: unknown) => log.warn({ err: error }, 'the last counts were not stored'))
    },
  }
}

/** One sample for all instances. Names of checks are ours. */
function countHealth(health: Health, counts: HourlyCounts): void {
  const { ready, checks } = health.ready()
  counts.add('health', ready ? 'ready' : 'not ready')
  for (const [name, state] of Object.entries(checks)) if (state === 'failed') counts.add('health', `failed ${name}`)
}

/** The check of the ledger's health reports it. */
function ignoreOutage(error: unknown): void {
  if (!(error instanceof StoreFailed)) throw error
}
