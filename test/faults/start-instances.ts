import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FreeCallCounts } from './free-calls.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { FaultyWorld } from './faulty-world.ts'
import type { Instance, InstancesOptions } from './instances-options.ts'
import { freePort, instanceEnvironment } from './service-settings.ts'
import { superviseService } from './supervised-service.ts'

export interface InstancesParts {
  readonly directory: string
  readonly world: FaultyWorld
  /** URL of the shared database. */
  readonly database: string
  readonly limits: FreeCallCounts['limits']
  readonly random: SeededRandom
}

/** Starts all instances at once, each with its own port and directory, and waits until they are ready. Adds each to `instances` when it is started. */
export async function startInstances(
  { instances: count, report }: InstancesOptions,
  { directory, world, database, limits, random }: InstancesParts,
  instances: Instance[],
): Promise<void> {
  // A process saves its compiled code when it ends cleanly; killed processes never do.
  const shared = { NODE_COMPILE_CACHE: join(directory, 'compiled'), ...instanceEnvironment(world, database, limits) }
  await startOnce(directory, { ...shared, DRAIN_SECONDS: '0' })
  for (let number = 1; number <= count; number += 1) {
    const name = `instance ${number}`
    const own = join(directory, `instance-${number}`)
    await mkdir(own)
    const pauses = random.fork(name)
    const env = { DATA_DIR: join(own, 'data'), ...shared }
    const service = superviseService({ port: await freePort(), directory: own, env, pauseMs: () => pauses.whole(0, 500) })
    instances.push(Object.assign(service, { name }))
  }
  await Promise.all(instances.map((instance) => instance.ready()))
  report(`${count} instances on one PostgreSQL; chains ${world.chains.map(({ network }) => network.slug).join(', ')}`)
}

/** Runs one process before all others. It also creates the tables. */
async function startOnce(directory: string, env: Readonly<Record<string, string>>): Promise<void> {
  const own = join(directory, 'first')
  await mkdir(own)
  const service = superviseService({
    port: await freePort(),
    directory: own,
    env: { DATA_DIR: join(own, 'data'), ...env },
    pauseMs: () => 0,
  })
  try {
    await service.ready()
  } finally {
    await service.stop()
  }
}
