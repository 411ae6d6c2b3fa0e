import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from './dice.ts'
import type { FaultyChain, FaultyWorld } from './faulty-world.ts'
import type { OwnTransfers } from './own-transfers.ts'
import { rpcFaults } from './rpc-proxy.ts'
import type { SmallDisk } from './small-disk.ts'
import type { SupervisedService } from './supervised-service.ts'

/** Everything that was done to the service, counted, and told in the order of time. */
export interface FaultLog {
  reorganisations: number
  /** Transactions of payers that a reorganisation threw out and that nobody sent again. */
  lostTransfers: number
  diskFillings: number
  clockSteps: number
  /** Largest distance from the machine's clock, in milliseconds. */
  furthestClockMs: number
  readonly events: { readonly at: number; readonly what: string }[]
}

export interface Faults {
  readonly log: FaultLog
  /** Everything works again, for good; the clock is right. */
  stop(): Promise<void>
}

interface Targets {
  readonly world: FaultyWorld
  readonly service: SupervisedService
  readonly disk: SmallDisk
  readonly transfers: OwnTransfers
}

/** Begins to throw faults of every kind at the service, each at random moments of its own, until it is stopped. */
export function throwFaults({ world, service, disk, transfers }: Targets, dice: Dice): Faults {
  const log: FaultLog = { reorganisations: 0, lostTransfers: 0, diskFillings: 0, clockSteps: 0, furthestClockMs: 0, events: [] }
  const stopping = new AbortController()
  const { signal } = stopping
  const tell = (what: string) => void log.events.push({ at: Date.now(), what })

  /** Does it again and again, each time after a random pause. */
  async function again(least: number, most: number, throws: Dice, fault: () => Promise<void> | void): Promise<void> {
    try {
      for (;;) {
        await sleep(throws.whole(least, most), undefined, { signal })
        await fault()
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  /** Waits, or not, if everything is to end. */
  const hold = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})

  async function spoilRpc(chain: FaultyChain, throws: Dice): Promise<void> {
    const fault = throws.pick(rpcFaults)
    tell(`${chain.network.slug}: ${fault}`)
    chain.proxy.set(fault)
    await hold(throws.whole(500, fault === 'silent' ? 8_000 : 5_000))
    chain.proxy.set('pass')
    tell(`${chain.network.slug}: answers again`)
  }

  async function reorganise(chain: FaultyChain, throws: Dice): Promise<void> {
    const depth = throws.whole(1, 3)
    tell(`${chain.network.slug}: ${depth} blocks reorganised away`)
    await chain.reorganise(depth)
    log.reorganisations += 1
    // What was thrown out mostly comes back by itself, since other nodes still have it; some is lost for good.
    log.lostTransfers += await transfers.comeBack(chain, () => throws.chance(0.75))
  }

  async function fillDisk(throws: Dice): Promise<void> {
    const { pid } = service
    if (pid === null) return
    tell('disk full')
    disk.fill(pid, throws.pick([0, 16, 128, 512]) * 1024)
    log.diskFillings += 1
    await hold(throws.whole(1_000, 5_000))
    disk.free(pid)
    tell('disk has room again')
  }

  function stepClock(throws: Dice): void {
    const offset = throws.chance(0.4) ? 0 : throws.chance(0.6) ? throws.whole(-25_000, 25_000) : throws.whole(-180_000, 180_000)
    service.stepClock(offset)
    log.clockSteps += 1
    log.furthestClockMs = Math.max(log.furthestClockMs, Math.abs(offset))
    tell(`clock ${offset} ms off`)
  }

  const [kills, discs, clocks] = ['kill', 'disk', 'clock'].map((part) => dice.fork(part)) as [Dice, Dice, Dice]
  const thrown = [
    again(5_000, 15_000, kills, () => {
      tell('SIGKILL')
      service.kill()
    }),
    again(20_000, 45_000, discs, () => fillDisk(discs)),
    again(8_000, 25_000, clocks, () => stepClock(clocks)),
    ...world.chains.map((chain) => {
      const throws = dice.fork(`rpc ${chain.network.slug}`)
      return again(1_000, 9_000, throws, () => spoilRpc(chain, throws))
    }),
    ...world.chains
      .filter(({ final }) => !final)
      .map((chain) => {
        const throws = dice.fork(`reorganise ${chain.network.slug}`)
        return again(6_000, 20_000, throws, () => reorganise(chain, throws))
      }),
  ]
  return {
    log,
    async stop() {
      stopping.abort()
      await Promise.all(thrown)
      for (const chain of world.chains) chain.proxy.set('pass')
      disk.free(service.pid ?? 0)
      service.stepClock(0)
      tell('faults end')
    },
  }
}
