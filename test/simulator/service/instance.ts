import type { Chain } from '../../../src/chain/chain.ts'
import type { RefundWallet } from '../../../src/settler/signer.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import type { Database } from '../database/database.ts'
import type { RunCount } from './test-offers.ts'
import type { JobRuns } from './job-runs.ts'
import type { Spending } from './spending.ts'
import { beginProcessRun } from './process-run.ts'
import { buildServiceProcess, type ServiceProcess } from './service-process.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import type { Scenario } from '../world/scenario.ts'
import type { WatchFeed } from '../world/watch-feed.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import type { FaultProfile } from '../faults/fault-profile.ts'

/** What all instances of the service share. */
export interface InstanceParts {
  readonly time: VirtualTime
  readonly faultProfile: FaultProfile
  readonly scenario: Scenario
  readonly chains: readonly Chain[]
  readonly signerKeys: readonly Hex[]
  readonly payTo: Hex
  readonly count: RunCount
  readonly feed: WatchFeed
  readonly database: Database
  readonly jobRuns: JobRuns
  readonly leaseMs: number
  readonly spending: Spending | null
  readonly refundWallet: RefundWallet | null
  readonly gasSpent: (network: string) => bigint
  readonly isMined: (network: string, hash: string) => boolean
  readonly isUsed: (network: string, payer: string, nonce: string) => boolean
  /** Payers with history are answered before their settlement. */
  readonly early: boolean
  /** Records a violation. */
  readonly breach: (what: string) => void
}

/** One instance over all of its process runs. */
export interface Instance {
  /** Null while it is down, or not ready yet. */
  readonly serviceProcess: ServiceProcess | null
  readonly processRuns: number
  /** How far its clock is off. */
  readonly skew: { ms: number }
  /** The instance names of its process runs. */
  readonly names: readonly string[]
  start(): void
  /** Orderly end. */
  stop(): Promise<void>
  powerLoss(): void
  /** Pauses the process; `thaw` lets it continue. */
  freeze(): void
  thaw(): void
}

/** @param who its name in scenarios and in the names of its process runs */
export function createInstance(
  parts: InstanceParts & { readonly who: string; readonly random: SeededRandom; readonly skew: { ms: number } },
): Instance {
  const { time, random, scenario, database, who, skew } = parts
  const source = who === '' ? 'service' : who
  const names: string[] = []
  const predecessor = { name: null as string | null }
  let serviceProcess: ServiceProcess | null = null
  let ready = false

  return {
    names,
    skew,
    get serviceProcess() {
      return ready && serviceProcess?.processRun.alive ? serviceProcess : null
    },
    get processRuns() {
      return names.length
    },
    start() {
      if (serviceProcess !== null) return
      const name = `${who}${who === '' ? '' : '-'}life-${names.length + 1}`
      names.push(name)
      // Sometimes it starts on another machine, which does not know the name of the earlier process run.
      if (database.shared && random.fork(`machine of ${name}`).chance(0.2)) predecessor.name = null
      const processRun = beginProcessRun(time.timers)
      const connect = database.open(processRun)
      const born = buildServiceProcess({
        ...parts,
        processRun,
        instance: name,
        random: random.fork(name),
        skew,
        connect,
        predecessor,
        log: scenario.logOf(source),
      })
      serviceProcess = born
      processRun.onEnd(() => {
        if (database.shared) scenario.record(source, `${name} is dead`)
        serviceProcess = null
        ready = false
      })
      scenario.record(source, `${name} starts`)
      born.start().then(
        () => {
          scenario.record(source, `${name} is ready`)
          if (processRun.alive) ready = true
        },
        (error: unknown) => {
          // Like a process that can't start: it ends and is started again.
          scenario.record(source, `${name} failed to start: ${String(error)}`)
          processRun.end()
          time.timers.after(1_000, () => this.start())
        },
      )
    },
    async stop() {
      const leaving = serviceProcess
      if (leaving === null) return
      ready = false
      scenario.record(source, 'is asked to end')
      await leaving.stop()
      leaving.processRun.end()
    },
    powerLoss: () => serviceProcess?.processRun.end(),
    freeze: () => serviceProcess?.processRun.freeze(),
    thaw: () => serviceProcess?.processRun.thaw(),
  }
}
