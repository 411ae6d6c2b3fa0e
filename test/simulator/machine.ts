import { createSecretKey } from 'node:crypto'
import type { Chain } from '../../src/chain/chain.ts'
import { createGate, type Gate } from '../../src/gate/gate.ts'
import { createPaidCalls } from '../../src/gate/paid-call.ts'
import { createDailyQuota } from '../../src/gate/quota.ts'
import { createRateLimit } from '../../src/gate/rate-limit.ts'
import { createRefusalNote } from '../../src/gate/refusal-note.ts'
import { createTerms, type Terms } from '../../src/gate/terms.ts'
import { instanceLeaseName } from '../../src/ledger/instances-gone.ts'
import { createLedger } from '../../src/ledger/create-ledger.ts'
import { giveBackInstance, keepInstanceLease, type KeptInstanceLease } from '../../src/ledger/instance-lease.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'
import type { AnyOffer } from '../../src/offer.ts'
import { createJobs } from '../../src/ops/jobs.ts'
import { createMppChallenges, type MppChallenges } from '../../src/payments/mpp/challenge.ts'
import { createSettler } from '../../src/settler/create-settler.ts'
import type { SettlerPolicy } from '../../src/settler/policy.ts'
import type { Settler } from '../../src/settler/settler.ts'
import { createKeySigner } from '../../src/settler/signer.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { CheckpointName } from '../../src/shared/checkpoint.ts'
import type { Log } from '../../src/shared/log.ts'
import { silentMetrics } from '../../src/shared/metrics.ts'
import type { Store } from '../../src/store/store.ts'
import type { Database } from './database.ts'
import { faultyNode } from './faulty-node.ts'
import { freeCallsPerDay, goods, type Good, type RunCount } from './goods.ts'
import type { JobRuns } from './job-runs.ts'
import { clockOf, logOf, timersOf, type Life } from './life.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { Weather } from './weather.ts'

/** One process of the service: the real gate, ledger and settler, over the world's time, chains and database. */
export interface Machine {
  readonly life: Life
  readonly gate: Gate
  readonly settler: Settler
  readonly terms: Terms
  readonly mpp: MppChallenges
  readonly shop: Readonly<Record<Good, AnyOffer>>
  /** Recovers what an earlier process left, then begins its background work. */
  start(): Promise<void>
  /** Ends in order, as on SIGTERM. */
  stop(): Promise<void>
}

export interface MachineParts {
  readonly life: Life
  readonly instance: string
  readonly time: VirtualTime
  readonly random: SeededRandom
  readonly weather: Weather
  /** How far the clock of this process is off. */
  readonly skew: { readonly ms: number }
  readonly database: Database
  readonly connect: (port: { readonly random: SeededRandom; readonly instance: string }) => Store
  readonly jobRuns: JobRuns
  /** Who lived before with what this process finds on its own machine; it notes itself there. */
  readonly predecessor: { name: string | null }
  /** How long signers and payments are leased where others share the ledger. */
  readonly leaseMs: number
  readonly chains: readonly Chain[]
  readonly signerKeys: readonly Hex[]
  readonly payTo: Hex
  readonly log: Log
  readonly count: RunCount
}

export const freeFirstCallsPerClient = 5
const unchargedRunsPerHour = 30
const settleWaitMs = 8_000
const answerTtlMs = 24 * 3_600_000
const largeAnswerBytes = 1_024
const mppSecret = createSecretKey(Buffer.alloc(32, 7))

/** Shorter waits than in production, so that a run comes to its end in minutes of its own time. */
const policy: Partial<SettlerPolicy> = { tagFinalityMs: 45_000, budgetPauseMs: 5_000, reconcileMs: 2_000, watchMs: 5_000, lookMaxMs: 8_000 }

const sharedPolicy: Partial<SettlerPolicy> = { ...policy, handOverMs: 1_000 }
const jobLeaseMs = 20_000
/** Clocks of instances may be so far apart. */
export const clocksApartMs = 2_500

class PowerLoss extends Error {}

export function buildMachine(parts: MachineParts): Machine {
  const { life, instance, time, random, weather, payTo, database, jobRuns } = parts
  const { shared } = database
  const log = logOf(life, parts.log)
  const timers = timersOf(life, time.timers)
  const clock = clockOf(time.clock, parts.skew)
  // What a machine sent before it lost its power has gone nowhere; what one of several processes sent arrives.
  const port = (label: string) => ({ life, timers: shared ? time.timers : timers, random: random.fork(label), weather })
  const ledger: Ledger = createLedger({
    store: parts.connect({ random: random.fork('store'), instance }),
    answerFiles: database.answerFiles,
    answerTtlMs,
    largeAnswerBytes: shared ? Infinity : largeAnswerBytes,
  })
  // It is there before anything is claimed under the name of this life.
  const own = { lease: null as KeptInstanceLease | null }
  const instanceLease = {
    get lapses() {
      return own.lease?.lapses ?? 0
    },
    goneBy: () => own.lease?.goneBy() ?? 0,
  }
  const takeLease: Ledger['takeLease'] = async (lease) => {
    const taken = await ledger.takeLease(lease)
    if (taken) goodUntil.set(lease.name, lease.until - parts.skew.ms)
    return taken
  }
  const goodUntil = new Map<string, number>()
  const chains = new Map(parts.chains.map((chain) => [chain.network.id, faultyNode(chain, port(chain.network.id))]))
  const signers = parts.signerKeys.map((key) => createKeySigner(key))
  const power = random.fork('power')
  const checkpoint = (name: CheckpointName) => {
    if (!life.alive || !power.chance(weather.powerLoss.get(name) ?? 0)) return
    life.end()
    throw new PowerLoss(name)
  }
  const settler = createSettler({
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
    checkpoint,
    alone: !shared,
  })
  const shop = goods({ timers, random: random.fork('products'), weather, count: parts.count })
  const context = { sources: {} as never, chains, clock, catalogue: { offers: Object.values(shop) }, publicUrl: 'http://shop.example' }
  const terms = createTerms({ chains, settler, payTo, ledger, clock, priceGraceSeconds: 300, tooDear: () => false })
  const mpp = createMppChallenges({
    secrets: [mppSecret],
    realm: 'shop.example',
    random: random.fork('challenges'),
    clock,
    ttlSeconds: 300,
  })
  const generous = { burst: 1e6, perSecond: 1e6, clock }
  const paid = createPaidCalls({
    verify: { chains, ledger, clock, terms, admits: () => true, neededSeconds: () => 30 },
    ledger,
    settler,
    context,
    clock,
    timers,
    random: random.fork('receipts'),
    log,
    mppChallenges: mpp,
    transfers: { bareHashes: true, theftLimitPerDay: 1_000_000n },
    refused: createRefusalNote({ clock, log, metrics: silentMetrics }),
    refusalLimit: createRateLimit(generous),
    checkpoint,
    instance,
    shared,
    limits: { freeCallsPerClientPerDay: freeFirstCallsPerClient, unchargedRunsPerHour, settleWaitMs },
  })
  const quota = createDailyQuota({ ledger, clock, limit: freeCallsPerDay })
  const gate = createGate({
    rateLimit: createRateLimit(generous),
    quota,
    paid,
    chains,
    context,
    clock,
    timers,
    log,
    metrics: silentMetrics,
  })

  const expire = () => ledger.expire({ now: clock.now(), limit: 20_000 })
  const archive = () => ledger.archive({ expiredBefore: BigInt(Math.floor(clock.now() / 1000) - 120), limit: 20_000 })
  const jobs = createJobs({
    clock,
    timers,
    log,
    metrics: silentMetrics,
    owner: instance,
    leaseMs: jobLeaseMs,
    leases: {
      take: (lease) => takeLease({ ...lease, force: false, goneBy: instanceLease.goneBy() }),
      release: (lease) => ledger.releaseLease(lease),
    },
  })
  const until = (lease: string) => (goodUntil.get(lease) ?? 0) - clocksApartMs
  /** Of several instances one does it, and is seen to be the only one. */
  function share(name: string, everyMs: number, task: () => Promise<unknown>): void {
    jobs.add({
      name,
      everyMs,
      async run() {
        const ended = jobRuns.begin({
          job: name,
          instance,
          life,
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

  /** As `src/open-instance.ts`, with a word in place of a file. */
  async function begin(): Promise<void> {
    const { predecessor } = parts
    if (predecessor.name !== null) await giveBackInstance({ ledger, clock }, predecessor.name)
    own.lease = await keepInstanceLease({ ledger: { takeLease }, instance, clock, timers, log })
    predecessor.name = instance
  }

  return {
    life,
    gate,
    settler,
    terms,
    mpp,
    shop,
    async start() {
      if (shared) await begin()
      await settler.recover()
      settler.start()
      if (!shared) {
        every(60_000, expire)
        every(60_000, archive)
        return
      }
      share('expire', 11_000, expire)
      share('archive', 12_000, archive)
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
