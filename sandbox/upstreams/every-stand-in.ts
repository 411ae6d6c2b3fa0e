import { lines } from '../../goods/lines.ts'
import type { StandIn as LineStandIn, StandInWorld } from '../../src/goods/stand-in.ts'
import { standInsOfLines } from '../line-stand-ins.ts'
import { standInWorld } from '../stand-in-world.ts'
import type { StandIn } from './reply.ts'

/** The stand-ins of all lines that come with the service, for tests. */
export async function everyLineStandIn(world: StandInWorld = standInWorld): Promise<Readonly<Record<string, LineStandIn>>> {
  const loaded = await Promise.all(Object.values(lines).flatMap((load) => load?.() ?? []))
  const ofLines = await Promise.all(loaded.map(async (line) => Object.entries((await line.standIns?.(world)) ?? {})))
  return Object.fromEntries(ofLines.flat())
}

/** The stand-ins of all sources that come with the service, for tests: those of its lines too. */
export async function everyStandIn(): Promise<Readonly<Record<string, StandIn>>> {
  return standInsOfLines(await everyLineStandIn())
}
