import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from './seeded-random.ts'
import type { FaultyChain, FaultyWorld } from './faulty-world.ts'
import type { OwnTransfers } from './resend-own-transfers.ts'
import { rpcFaults } from './rpc-proxy.ts'
import type { SmallDisk } from './small-disk.ts'
import type { SupervisedService } from './supervised-service.ts'

/** Counts of all injected faults, and their events in order of time. */
export interface FaultLog {
  reorganisations: number
  /** Number of payers' transactions that a reorganisation removed and that were not sent again. */
  lostTransfers: number
  diskFillings: number
  clockSteps: number
  /** Largest distance from the machine's clock, in milliseconds. */
  furthestClockMs: number
  readonly events: { readonly at: number; readonly what: string }[]
}

export interface Faults {
  readonly log: FaultLog
  /** Ends all faults for good, and sets the clock right. */
  stop(): Promise<void>
}

interface Targets {
  readonly world: FaultyWorld
  readonly service: SupervisedService
  readonly disk: SmallDisk
  readonly transfers: OwnTransfers
}

/** Injects faults of every kind, each at its own random times, until it is stopped. */
export function injectFaults({ world, service, disk, transfers }: Targets, random: SeededRandom): Faults {
  const log: FaultLog = { reorganisations: 0, lostTransfers: 0, diskFillings: 0, clockSteps: 0, furthestClockMs: 0, events: [] }
  const stopping = new AbortController()
  const { signal } = stopping
  const report = (what: string) => void log.events.push({ at: Date.now(), what })

  /** Repeats a fault, each time after a random pause. */
  async function repeat(min: number, max: number, random: SeededRandom, fault: () => Promise<void> | void): Promise<void> {
    try {
      for (;;) {
        await sleep(random.whole(min, max), undefined, { signal })
        await fault()
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  /** Waits, but not after the stop. */
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})

  async function injectRpcFault(chain: FaultyChain, random: SeededRandom): Promise<void> {
    const fault = random.pick(rpcFaults)
    report(`${chain.network.slug}: ${fault}`)
    chain.proxy.set(fault)
    await pause(random.whole(500, fault === 'silent' ? 8_000 : 5_000))
    chain.proxy.set('pass')
    report(`${chain.network.slug}: answers again`)
  }

  async function reorganise(chain: FaultyChain, random: SeededRandom): Promise<void> {
    const depth = random.whole(1, 3)
    report(`${chain.network.slug}: ${depth} blocks reorganised away`)
    await chain.reorganise(depth)
    log.reorganisations += 1
    // Most removed transactions come back, because other nodes still have them. Some are lost for good.
    log.lostTransfers += await transfers.resendReorganised(chain, () => random.chance(0.75))
  }

  async function fillDisk(random: SeededRandom): Promise<void> {
    const { pid } = service
    if (pid === null) return
    report('disk full')
    disk.fill(pid, random.pick([0, 16, 128, 512]) * 1024)
    log.diskFillings += 1
    await pause(random.whole(1_000, 5_000))
    disk.free(pid)
    report('disk has room again')
  }

  function stepClock(random: SeededRandom): void {
    const offset = random.chance(0.4) ? 0 : random.chance(0.6) ? random.whole(-25_000, 25_000) : random.whole(-180_000, 180_000)
    service.stepClock(offset)
    log.clockSteps += 1
    log.furthestClockMs = Math.max(log.furthestClockMs, Math.abs(offset))
    report(`clock ${offset} ms off`)
  }

  const [kills, discs, clocks] = ['kill', 'disk', 'clock'].map((part) => random.fork(part)) as [SeededRandom, SeededRandom, SeededRandom]
  const injected = [
    repeat(5_000, 15_000, kills, () => {
      report('SIGKILL')
      service.kill()
    }),
    repeat(20_000, 45_000, discs, () => fillDisk(discs)),
    repeat(8_000, 25_000, clocks, () => stepClock(clocks)),
    ...world.chains.map((chain) => {
      const own = random.fork(`rpc ${chain.network.slug}`)
      return repeat(1_000, 9_000, own, () => injectRpcFault(chain, own))
    }),
    ...world.chains
      .filter(({ final }) => !final)
      .map((chain) => {
        const own = random.fork(`reorganise ${chain.network.slug}`)
        return repeat(6_000, 20_000, own, () => reorganise(chain, own))
      }),
  ]
  return {
    log,
    async stop() {
      stopping.abort()
      await Promise.all(injected)
      for (const chain of world.chains) chain.proxy.set('pass')
      disk.free(service.pid ?? 0)
      service.stepClock(0)
      report('faults end')
    },
  }
}
