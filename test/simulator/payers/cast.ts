import type { SeededRandom } from '../seeded-random.ts'
import type { World } from '../world.ts'
import { blacklisted, canceller, contractPayer, doubler, mover, shapeshifter, thief } from './hostile.ts'
import { busy, honest } from './honest.ts'
import { forgetful, impatient, resigner, reuser } from './impatient.ts'
import { freeloader, poor, scrounger } from './poor.ts'

export type Part = (world: World) => Promise<void>

const parts: readonly (readonly [Part, number])[] = [
  [honest, 6],
  [busy, 3],
  [impatient, 3],
  [resigner, 2],
  [reuser, 2],
  [forgetful, 2],
  [poor, 2],
  [scrounger, 2],
  [freeloader, 2],
  [mover, 1],
  [canceller, 1],
  [doubler, 2],
  [thief, 1],
  [contractPayer, 1],
  [shapeshifter, 1],
  [blacklisted, 1],
]

/** Who plays in this run: a few kinds, each several times, so that runs differ in character. */
export function cast(random: SeededRandom): Part[] {
  const kinds = parts.filter(() => random.chance(0.6))
  const weighted = (kinds.length > 0 ? kinds : parts).flatMap(([part, weight]) => Array<Part>(weight).fill(part))
  return Array.from({ length: random.between(8, 18) }, () => random.pick(weighted))
}
