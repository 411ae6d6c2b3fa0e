import { lines } from '../../goods/lines.ts'
import { standInOf } from '../line-stand-ins.ts'
import type { StandIn } from './reply.ts'
import { standIns } from './stand-ins.ts'

/** The stand-ins of all sources that come with the service, for tests: those of its lines too. */
export async function everyStandIn(): Promise<Readonly<Record<string, StandIn>>> {
  const loaded = await Promise.all(Object.values(lines).flatMap((load) => load?.() ?? []))
  const ofLines = await Promise.all(loaded.map(async (line) => Object.entries((await line.standIns?.()) ?? {})))
  return { ...standIns, ...Object.fromEntries(ofLines.flat().map(([id, one]) => [id, standInOf(one)])) }
}
