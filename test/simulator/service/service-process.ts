import { createSecretKey } from 'node:crypto'
import type { Chain } from '../../../src/chain/chain.ts'
import { createGate, type Gate } from '../../../src/gate/gate.ts'
import { createOwedPayments, type OwedPayments } from '../../../src/gate/early/owed-payments.ts'
import { createPaidCalls } from '../../../src/gate/paid-call.ts'
import { createDailyQuota } from '../../../src/gate/limits/quota.ts'
import { createRecentPayerRefusals } from '../../../src/gate/verify/recent-payer-refusals.ts'
import { createRateLimit } from '../../../src/shared/rate-limit.ts'
import { createRefusalNote } from '../../../src/gate/refusal-note.ts'
import { createTerms, type TermsOfSale } from '../../../src/gate/terms/terms.ts'
import { instanceLeaseName } from '../../../src/ledger/leases/ended-instances.ts'
import { createLedger } from '../../../src/ledger/create-ledger.ts'
import { releaseInstance, keepInstanceLease, type KeptInstanceLease } from '../../../src/ledger/leases/instance-lease.ts'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import type { AnyOffer } from '../../../src/offers/offer.ts'
import { maxRunsOfCredit } from '../../../src/gate/credit-rules.ts'
import { createRefunds } from '../../../src/operate/refunds/create-refunds.ts'
import { createJobs } from '../../../src/ops/jobs.ts'
import { createJobLeases } from '../../../src/service/job-leases.ts'
import { createMppChallenges, type MppChallenges } from '../../../src/payments/mpp/challenge.ts'
import { createSettler } from '../../../src/settler/create-settler.ts'
import type { SettlerPolicy } from '../../../src/settler/policy.ts'
import type { Settler } from '../../../src/settler/settler.ts'
import { createKeySigner, type RefundWallet } from '../../../src/settler/signer.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import type { FailPointName } from '../../../src/shared/fail-point.ts'
import type { Log } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Database } from '../database/database.ts'
import { faultyNode } from '../faults/faulty-node.ts'
import { freeCallsPerDay, createTestOffers, type OfferId, type RunCount } from './test-offers.ts'
import { checkLimits, type CheckLimitsParts } from '../invariants/check-limits.ts'
import type { JobRuns } from './job-runs.ts'
import { openEarlyAnswers } from './early-limits.ts'
import { runLimits } from './run-limits.ts'
import { openSpending, type Spending } from './spending.ts'
import { createAsked } from './watched-settler.ts'
import type { Clock } from '../../../src/shared/clock.ts'
import { clockOf, logOf, timersOf, type ProcessRun } from './process-run.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import type { WatchFeed } from '../world/watch-feed.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import type { FaultProfile } from '../faults/fault-profile.ts'

/** One process of the service: the real gate, ledger and settler, with the simulated time, chains and database. */
export interface ServiceProcess {
  readonly processRun: ProcessRun
  readonly clock: Clock
  readonly gate: Gate
  readonly ledger: Ledger
  readonly owedPayments: OwedPayments
  readonly settler: Settler
  readonly terms: TermsOfSale
  readonly mpp: MppChallenges
  readonly offers: Readonly<Record<OfferId, AnyOffer>>
  /** Recovers what an earlier process left unfinished, then begins background work. */
  start(): Promise<void>
  /** Orderly end, as on SIGTERM. */
  stop(): Promise<void>
}

export interface ServiceProcessParts extends Pick<CheckLimitsParts, 'gasSpent' | 'isMined' | 'isUsed' | 'breach'> {
  readonly processRun: ProcessRun
  readonly instance: string
  readonly time: VirtualTime
  readonly random: SeededRandom
  readonly faultProfile: FaultProfile
  /** How far the clock of this process is off. */
  readonly skew: { readonly ms: number }
  readonly database: Database
  readonly connect: (port: { readonly random: SeededRandom; readonly instance: string }) => Store
  readonly jobRuns: JobRuns
  /** Instance name of the earlier process run on the same machine, if any. The process writes its own name there. */
  readonly predecessor: { name: string | null }
  /** Lease time of signers and payments where several instances share the ledger. */
  readonly leaseMs: number
  readonly chains: readonly Chain[]
  readonly signerKeys: readonly Hex[]
  readonly payTo: Hex
  /** What settlements may cost; null where gas costs nothing. */
  readonly spending: Spending | null
  /** The wallet that gives credits back; null where nothing is given back. */
  readonly refundWallet: RefundWallet | null
  /** Payers with history are answered before their settlement. */
  readonly early: boolean
  readonly log: Log
  readonly count: RunCount
  readonly feed: WatchFeed
}

export const freeFirstCallsPerClient = 5
/** A credit that was left unused for so long is given back. */
const refundAfterMs = 60_000
/** One payer gets two credits of a day back. */
export const refundLimits = { perDay: 400_000n, perPayer: 100_000n }
const answerWithinMs = 8_000
const answerTtlMs = 24 * 3_600_000
const largeAnswerBytes = 1_024
const mppSecret = createSecretKey(Buffer.alloc(32, 7))

/** Shorter waits than in production, so that a run ends within minutes of simulated time. */
const policy: Partial<SettlerPolicy> = {
  tagFinalityMs: 45_000,
  reconcileMs: 2_000,
  watchMs: 5_000,
  maxLookupPauseMs: 8_000,
}

const sharedPolicy: Partial<SettlerPolicy> = { ...policy, handOverMs: 1_000 }
const jobLeaseMs = 20_000
/** Most that the clocks of two instances may differ, in milliseconds. */
export const clocksApartMs = 2_500

class PowerLoss extends Error {}

export function buildServiceProcess(parts: ServiceProcessParts): ServiceProcess {
  const { processRun, instance, time, random, faultProfile, payTo, database, jobRuns } = parts
  const { shared } = database
  const log = logOf(processRun, parts.log)
  const timers = timersOf(processRun, time.timers)
  const clock = clockOf(time.clock, parts.skew)
  // After a power loss nothing that the machine was sending arrives. What one of several processes was sending does.
  const port = (label: string) => ({ processRun, timers: shared ? time.timers : timers, random: random.fork(label), faultProfile })
  const asked = createAsked(processRun, () => time.clock.now())
  const ledger: Ledger = createLedger({
    store: checkLimits(parts.connect({ random: random.fork('store'), instance }), { ...parts, asked, alone: !shared }),
    answerFiles: database.answerFiles,
    answerTtlMs,
    largeAnswerBytes: shared ? Infinity : largeAnswerBytes,
  })
  // It is set before anything is claimed under this instance name.
  const own = { lease: null as KeptInstanceLease | null }
  const instanceLease = {
    get lapses() {
      return own.lease?.lapses ?? 0
    },
    hasRunOut: () => own.lease?.hasRunOut() ?? false,
    endedBy: () => own.lease?.endedBy() ?? 0,
  }
  const takeLease: Ledger['takeLease'] = async (lease) => {
    const taken = await ledger.takeLease(lease)
    if (taken) goodUntil.set(lease.name, lease.until - parts.skew.ms)
    return taken
  }
  const goodUntil = new Map<string, number>()
  const chains = new Map(parts.chains.map((chain) => [chain.network.id, asked.watchChain(faultyNode(chain, port(chain.network.id)))]))
  const spending = parts.spending && openSpending(parts.spending, { chains, clock })
  const costs = spending && spending.costs
  const signers = parts.signerKeys.map((key) => createKeySigner(key))
  const power = random.fork('power')
  const failPoint = (name: FailPointName) => {
    if (!processRun.alive || !power.chance(faultProfile.powerLoss.get(name) ?? 0)) return
    processRun.end()
    throw new PowerLoss(name)
  }
  const settler = asked.watchSettler(
    createSettler({
      chains,
      ledger,
      signers: new Map([...chains.keys()].map((id) => [id, signers])),
      clock,
      timers,
      log,
      metrics: silentMetrics,
      instance,
      ...(shared ? { instanceLease } : {}),
      policy: shared ? { ...sharedPolicy, leaseMs: parts.leaseMs } : policy,
      failPoint,
      alone: !shared,
      spending,
      refundsFrom: parts.refundWallet?.address ?? null,
    }),
  )
  const offers = createTestOffers({ timers, random: random.fork('products'), faultProfile, count: parts.count, feed: parts.feed })
  const context = { sources: {} as never, chains, clock, catalog: { offers: Object.values(offers) }, publicUrl: 'http://shop.example' }
  const terms = createTerms({ chains, settler, payTo, ledger, clock, priceGraceSeconds: 300, costs })
  const mpp = createMppChallenges({
    secrets: [mppSecret],
    realm: 'shop.example',
    random: random.fork('challenges'),
    clock,
    ttlSeconds: 300,
  })
  const generous = { burst: 1e6, perSecond: 1e6, clock }
  const paid = createPaidCalls({
    verify: {
      chains,
      settler,
      ledger,
      clock,
      terms,
      acceptsPayer: () => true,
      neededSeconds: () => 30,
      payerRefusals: createRecentPayerRefusals(),
      contracts: { settler, costs },
    },
    ledger,
    settler,
    context,
    clock,
    timers,
    random: random.fork('receipts'),
    log,
    mppChallenges: mpp,
    transfers: { bareHashes: true, theftLimitPerDay: 1_000_000n },
    earlyAnswers: openEarlyAnswers(parts.early, { offers: () => context.catalog.offers, ledger, settler, clock, log }),
    noteRefusal: createRefusalNote({ clock, log, metrics: silentMetrics }),
    refusalLimit: createRateLimit(generous),
    failPoint,
    instance,
    shared,
    limits: {
      freeCallsPerClientPerDay: freeFirstCallsPerClient,
      dearFreeCallsPerClientPerDay: freeFirstCallsPerClient,
      runs: runLimits,
      answerWithinMs,
    },
  })
  const owedPayments = createOwedPayments({ chains, ledger, settler, terms, clock, instance, answerWithinMs })
  const quota = createDailyQuota({ ledger, clock, limit: freeCallsPerDay, maxGiveBacks: 30 })
  const gate = createGate({
    rateLimit: createRateLimit(generous),
    quota,
    ledger,
    runsPerClient: runLimits.unchargedPerClient,
    paid,
    terms,
    context,
    clock,
    timers,
    log,
    recordCall: () => {},
  })

  const refunds =
    parts.refundWallet &&
    createRefunds({
      ledger,
      settler,
      chains,
      wallet: parts.refundWallet,
      costs,
      rules: { maxRuns: maxRunsOfCredit, afterMs: refundAfterMs, limits: refundLimits },
      instance,
      clock,
      random: random.fork('refunds'),
      log,
      metrics: silentMetrics,
    })
  const giveBack = async () => refunds?.round()
  const expire = () => ledger.expire({ now: clock.now(), limit: 20_000 })
  const archive = () => ledger.archive({ expiredBefore: BigInt(Math.floor(clock.now() / 1000) - 120), limit: 20_000 })
  const jobs = createJobs({
    clock,
    timers,
    log,
    metrics: silentMetrics,
    owner: instance,
    leaseMs: jobLeaseMs,
    leases: createJobLeases({ ledger: { takeLease, releaseLease: (lease) => ledger.releaseLease(lease) }, instanceLease, alone: false }),
  })
  const until = (lease: string) => (goodUntil.get(lease) ?? 0) - clocksApartMs
  /** One of several instances runs it; `jobRuns` checks that no other one does at the same time. */
  function share(name: string, everyMs: number, task: () => Promise<unknown>): void {
    jobs.add({
      name,
      everyMs,
      async run() {
        const ended = jobRuns.begin({
          job: name,
          instance,
          processRun,
          goodUntil: Math.min(until(`job:${name}`), until(instanceLeaseName(instance))),
        })
        await task().finally(ended)
      },
    })
  }

  function every(ms: number, task: () => Promise<unknown>): void {
    timers.after(ms, () => {
      task()
        .catch((error: unknown) => log.warn({ err: error }, 'a job failed'))
        .finally(() => every(ms, task))
    })
  }

  /** Like `src/service/open-instance.ts`, with a name in memory instead of a file. */
  async function begin(): Promise<void> {
    const { predecessor } = parts
    if (predecessor.name !== null) await releaseInstance({ ledger, clock }, predecessor.name)
    own.lease = await keepInstanceLease({ ledger: { takeLease }, instance, clock, timers, log })
    predecessor.name = instance
  }

  return {
    processRun,
    clock,
    gate,
    ledger,
    owedPayments,
    settler,
    terms,
    mpp,
    offers,
    async start() {
      if (shared) await begin()
      await settler.recover()
      settler.start()
      if (costs) {
        await costs.refresh()
        every(30_000, () => costs.refresh())
      }
      if (!shared) {
        every(60_000, expire)
        every(60_000, archive)
        every(7_000, giveBack)
        return
      }
      share('expire', 11_000, expire)
      share('archive', 12_000, archive)
      share('refunds', 7_000, giveBack)
      jobs.start()
    },
    async stop() {
      await Promise.allSettled(paid.inFlight.values())
      await settler.drain(5_000)
      if (!shared) return
      await jobs.stop()
      await own.lease?.release().catch(() => {})
    },
  }
}
