import type { Chain } from '../../src/chain/chain.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { Database } from './database.ts'
import type { RunCount } from './goods.ts'
import type { JobRuns } from './job-runs.ts'
import { beginLife } from './life.ts'
import { buildMachine, type Machine } from './machine.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Story } from './story.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { Weather } from './weather.ts'

/** What all instances of the service have in common. */
export interface InstanceParts {
  readonly time: VirtualTime
  readonly weather: Weather
  readonly story: Story
  readonly chains: readonly Chain[]
  readonly signerKeys: readonly Hex[]
  readonly payTo: Hex
  readonly count: RunCount
  readonly database: Database
  readonly jobRuns: JobRuns
  readonly leaseMs: number
}

/** One instance over all its lives. */
export interface Instance {
  /** Null while it is down, or not ready yet. */
  readonly machine: Machine | null
  readonly lives: number
  /** How far its clock is off. */
  readonly skew: { ms: number }
  /** The names under which it has lived. */
  readonly names: readonly string[]
  start(): void
  /** Ends in order. */
  stop(): Promise<void>
  powerLoss(): void
  /** Stands still, and goes on with whatever it was doing. */
  freeze(): void
  thaw(): void
}

/** @param who its name in stories, and in the names of its lives */
export function createInstance(
  parts: InstanceParts & { readonly who: string; readonly random: SeededRandom; readonly skew: { ms: number } },
): Instance {
  const { time, random, story, database, who, skew } = parts
  const teller = who === '' ? 'service' : who
  const names: string[] = []
  const predecessor = { name: null as string | null }
  let machine: Machine | null = null
  let ready = false

  return {
    names,
    skew,
    get machine() {
      return ready && machine?.life.alive ? machine : null
    },
    get lives() {
      return names.length
    },
    start() {
      if (machine !== null) return
      const name = `${who}${who === '' ? '' : '-'}life-${names.length + 1}`
      names.push(name)
      // Now and then it is another machine that takes its place.
      if (database.shared && random.fork(`machine of ${name}`).chance(0.2)) predecessor.name = null
      const life = beginLife(time.timers)
      const connect = database.open(life)
      const born = buildMachine({
        ...parts,
        life,
        instance: name,
        random: random.fork(name),
        skew,
        connect,
        predecessor,
        log: story.logOf(teller),
      })
      machine = born
      life.onEnd(() => {
        if (database.shared) story.tell(teller, `${name} is dead`)
        machine = null
        ready = false
      })
      story.tell(teller, `${name} starts`)
      born.start().then(
        () => {
          story.tell(teller, `${name} is ready`)
          if (life.alive) ready = true
        },
        (error: unknown) => {
          // As a process that can't start: it ends, and is started again.
          story.tell(teller, `${name} failed to start: ${String(error)}`)
          life.end()
          time.timers.after(1_000, () => this.start())
        },
      )
    },
    async stop() {
      const leaving = machine
      if (leaving === null) return
      ready = false
      story.tell(teller, 'is asked to end')
      await leaving.stop()
      leaving.life.end()
    },
    powerLoss: () => machine?.life.end(),
    freeze: () => machine?.life.freeze(),
    thaw: () => machine?.life.thaw(),
  }
}
