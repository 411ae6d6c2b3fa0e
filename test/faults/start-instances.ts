import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Counted } from './counted.ts'
import type { Dice } from './dice.ts'
import type { FaultyWorld } from './faulty-world.ts'
import type { Instance, InstancesOptions } from './instances-options.ts'
import { freePort, instanceEnvironment } from './service-settings.ts'
import { superviseService } from './supervised-service.ts'

export interface InstancesParts {
  readonly directory: string
  readonly world: FaultyWorld
  /** Address of the one that they share. */
  readonly database: string
  readonly limits: Counted['limits']
  readonly dice: Dice
}

/** Starts them side by side, each with a port and a directory of its own, and waits until all are ready. Adds each to `instances` as it is started. */
export async function startInstances(
  { instances: count, tell }: InstancesOptions,
  { directory, world, database, limits, dice }: InstancesParts,
  instances: Instance[],
): Promise<void> {
  // What a process compiled it writes down when it ends in order, and those that are killed never do.
  const shared = { NODE_COMPILE_CACHE: join(directory, 'compiled'), ...instanceEnvironment(world, database, limits) }
  await startOnce(directory, { ...shared, DRAIN_SECONDS: '0' })
  for (let number = 1; number <= count; number += 1) {
    const name = `instance ${number}`
    const own = join(directory, `instance-${number}`)
    await mkdir(own)
    const pauses = dice.fork(name)
    const env = { DATA_DIR: join(own, 'data'), ...shared }
    const service = superviseService({ port: await freePort(), directory: own, env, pauseMs: () => pauses.whole(0, 500) })
    instances.push(Object.assign(service, { name }))
  }
  await Promise.all(instances.map((instance) => instance.ready()))
  tell(`${count} instances on one PostgreSQL; chains ${world.chains.map(({ network }) => network.slug).join(', ')}`)
}

/** The first of all: it makes the tables, too. */
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
