import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import type { Balancer } from './balancer.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Instance, InstancesOptions } from './instances-options.ts'
import { until } from './until.ts'

/** The faults of the instances and their database while payers called. */
export interface Disturbances {
  postgresRestarts: number
  /** Per orderly restart: time from SIGTERM until the new process was ready. */
  readonly restartMs: number[]
  /** Per restart of PostgreSQL: time from the end of the server until the new one took connections. */
  readonly postgresDownMs: number[]
  readonly events: { readonly at: number; readonly what: string }[]
  readonly complaints: string[]
}

export interface Targets {
  readonly instances: readonly Instance[]
  readonly balancer: Balancer
  readonly postgres: PostgresServer
  readonly random: SeededRandom
}

/** Injects faults; resolves when the load may end. */
export type Disturb = (options: InstancesOptions, targets: Targets) => Promise<Disturbances>

/** Long enough that calls and background work find the server down. */
const databaseDownMs = 3_000
const rollPauseMs = 2_000
const readyMs = 60_000

/** Kills one instance after the other, in rounds of random order. In the middle, between two kills, PostgreSQL ends and starts again. */
export const killInstances: Disturb = async (options, { instances, postgres, random }) => {
  const { seconds, killEvery, postgresEnds } = options
  const { done, did } = record(options)
  const began = performance.now()
  const at = (second: number) => sleep(Math.max(0, began + second * 1000 - performance.now()))

  async function kill(): Promise<void> {
    let round: Instance[] = []
    for (let second = killEvery / 2; second < seconds; second += killEvery) {
      await at(second)
      if (round.length === 0) round = [...instances]
      const [instance] = round.splice(random.whole(0, round.length - 1), 1)
      did(`SIGKILL for ${instance!.name}`)
      instance!.kill()
    }
  }

  async function restartDatabase(how: 'crash' | 'fast'): Promise<void> {
    // Halfway between two kills.
    await at(killEvery > 0 ? Math.ceil(seconds / 2 / killEvery) * killEvery : seconds / 2)
    did(`PostgreSQL is ended (${how})`)
    const ended = performance.now()
    await postgres.restart(how, databaseDownMs)
    done.postgresRestarts += 1
    done.postgresDownMs.push(performance.now() - ended)
    did('PostgreSQL is back')
  }

  await Promise.all([killEvery > 0 ? kill() : undefined, postgresEnds === 'none' ? undefined : restartDatabase(postgresEnds), at(seconds)])
  return done
}

/** Restarts the instances one after the other, the next when the one before takes calls again, in whole rounds until the time is over. */
export const rollInstances: Disturb = async (options, { instances, balancer }) => {
  const { done, did } = record(options)
  const ends = performance.now() + options.seconds * 1000
  do {
    for (const instance of instances) {
      await sleep(rollPauseMs)
      did(`SIGTERM for ${instance.name}`)
      const asked = performance.now()
      const how = await instance.restart()
      done.restartMs.push(performance.now() - asked)
      did(`${instance.name} has ended (${how}) and is ready again`)
      if (how !== 'code 0') done.complaints.push(`${instance.name} did not end in order when it was restarted: ${how}`)
      if (!(await until(async () => balancer.isReady(instance.name), readyMs)))
        done.complaints.push(`${instance.name} takes no calls again`)
    }
  } while (performance.now() < ends)
  await sleep(rollPauseMs)
  return done
}

function record({ report }: InstancesOptions) {
  const done: Disturbances = { postgresRestarts: 0, restartMs: [], postgresDownMs: [], events: [], complaints: [] }
  return {
    done,
    did(what: string) {
      done.events.push({ at: Date.now(), what })
      report(what)
    },
  }
}
