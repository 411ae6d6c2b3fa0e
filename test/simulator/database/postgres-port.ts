import { createOrderedRuns } from '../../../src/shared/ordered-runs.ts'
import { lostRace, StoreFailed, StoreOutcomeUnknown, type Query, type Store, type Unit } from '../../../src/store/store.ts'
import type { DatabaseServer } from './database-server.ts'
import { whileRunning, timersOf, type ProcessRun } from '../service/process-run.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import { batchStatements, type Done, type Transaction } from './batched-statements.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import type { FaultProfile } from '../faults/fault-profile.ts'

/** As in `src/store/postgres/postgres-store.ts`. */
const attempts = 20
const maxPauseMs = 40

/** How late a statement may still be done after its caller has given up. */
const maxLateMs = 2_000

/** Shorter than some leases and longer than others. */
const freezeMs = [4_000, 25_000] as const

/** Why a statement got no answer. */
type LostAnswer = 'never arrived' | 'done, answer lost' | 'done late'

interface PortParts {
  readonly server: DatabaseServer
  /** The store as this instance reads and writes it. */
  readonly store: Pick<Store, 'read' | 'write'>
  readonly processRun: ProcessRun
  readonly time: VirtualTime
  readonly random: SeededRandom
  readonly faultProfile: FaultProfile
}

/**
 * Models what `createPostgresStore` promises, for one process run of one instance. Each unit is one statement, done or not done.
 * Statements use connections of their own, or a few brief ones share one, or inputs of one statement travel as a set, so they overtake each other. Only the ordered runs of one
 * name in one process wait for each other.
 * The store runs statements that lost a race again, up to 20 times. When the connection breaks, the outcome of a unit is unknown;
 * a query is sent once more. A statement that an instance sent before its end may arrive after it.
 */
export function postgresPort({ server, store, processRun, time, random, faultProfile }: PortParts): Store {
  const runInOrder = createOrderedRuns()
  const { timers: wire } = time
  const timers = timersOf(processRun, wire)
  /** Some instances are farther from the database than others. */
  const distanceMs = random.pick([1, 1, 3, 25])

  const travel = async () => {
    const ms = random.between(0, Math.max(distanceMs, faultProfile.storeDelayMs))
    if (ms > 0) await wire.sleep(ms)
  }

  function drawLostAnswer(): LostAnswer | null {
    if (!random.chance(faultProfile.storeAnswersLost)) return null
    return random.pick(['never arrived', 'done, answer lost', 'done late'] as const)
  }

  /** One statement, or a few, in one transaction over one connection. */
  async function statement<Output>(name: string, run: () => Promise<Output>): Promise<Done<Output>> {
    const { era } = server
    const unknown = () => {
      server.failed()
      return new StoreOutcomeUnknown(`${name}: the database went away`)
    }
    if (!server.up) {
      await wire.sleep(random.between(0, 50))
      server.failed()
      throw new StoreFailed(`${name}: no connection to the database`)
    }
    const fate = drawLostAnswer()
    await travel()
    // Half of the deaths take the machine down too: then the statement was never sent.
    if (!processRun.alive && random.chance(0.5)) return new Promise(() => {})
    if (era !== server.era || fate === 'never arrived') throw unknown()
    if (fate === 'done late') {
      wire.after(random.between(1, maxLateMs), () => {
        if (era === server.era) void run().catch(() => {})
      })
      throw unknown()
    }
    if (random.chance(faultProfile.storeFails)) {
      server.failed()
      throw new StoreFailed(`${name} failed`)
    }
    if (random.chance(faultProfile.storeRaces)) return lostRace
    const output = await run()
    if (fate !== null) throw unknown()
    await travel()
    if (era !== server.era) throw unknown()
    return output
  }

  const writes = batchStatements(timers, statement)
  const sets = new Map<string, Transaction>()
  const setOf = (name: string) => {
    const known = sets.get(name) ?? batchStatements(timers, statement, true)
    sets.set(name, known)
    return known
  }
  const reads = batchStatements(timers, statement)

  /** Freezes the instance between an answer of the database and the use of it. */
  function maybeFreeze(name: string): void {
    const chance = faultProfile.freezeRates.get(name)
    if (chance === undefined || processRun.frozen || !random.chance(chance)) return
    processRun.freeze()
    wire.after(random.between(...freezeMs), () => processRun.thaw())
  }

  async function untilDone<Output>(name: string, first: Transaction, run: () => Promise<Output>): Promise<Output> {
    for (let tried = 1; ; tried += 1) {
      const output = await whileRunning(
        processRun,
        (tried === 1 ? first : statement)(name, run).finally(() => maybeFreeze(name)),
      )
      if (output !== lostRace) return output
      if (tried === attempts) {
        server.failed()
        throw new StoreFailed(`${name} lost ${attempts} races`)
      }
      if (tried > 2) await timers.sleep(random.between(0, Math.min(maxPauseMs, 2 ** (tried - 2))))
    }
  }

  const wayOf = ({ name, postgres }: Unit<never, unknown>) => (postgres?.set ? setOf(name) : postgres?.brief ? writes : statement)

  return {
    write<Input, Output>(unit: Unit<Input, Output>, input: Input): Promise<Output> {
      const once = () => untilDone(unit.name, wayOf(unit), () => store.write(unit, input))
      const orderKey = unit.postgres?.orderKey?.(input)
      return orderKey === undefined ? once() : runInOrder(orderKey, once)
    },
    async read<Input, Output>(query: Query<Input, Output>, input: Input): Promise<Output> {
      const once = () => untilDone(query.name, query.postgres?.brief ? reads : statement, () => store.read(query, input))
      try {
        return await once()
      } catch (error) {
        if (!(error instanceof StoreOutcomeUnknown)) throw error
      }
      try {
        return await once()
      } catch (error) {
        throw error instanceof StoreOutcomeUnknown ? new StoreFailed(`${query.name} could not be read`) : error
      }
    },
    close: async () => {},
  }
}
