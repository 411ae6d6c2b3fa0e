import type { SeededRandom } from '../seeded-random.ts'
import type { World } from '../world.ts'
import { blacklisted, canceller, contractPayer, doubler, mover, shapeshifter, thief } from './hostile.ts'
import { latecomer, stubborn } from './patient.ts'
import { busy, honest } from './honest.ts'
import { forgetful, impatient, resigner, reuser, vanished } from './impatient.ts'
import { freeloader, poor, scrounger, spender } from './poor.ts'
import { crowd } from './crowd.ts'

export type Part = (world: World) => Promise<void>

const parts: readonly (readonly [Part, number])[] = [
  [honest, 4],
  [busy, 3],
  [crowd, 3],
  [impatient, 2],
  [resigner, 1],
  [reuser, 1],
  [forgetful, 1],
  [vanished, 2],
  [poor, 1],
  [spender, 1],
  [scrounger, 1],
  [freeloader, 2],
  [mover, 1],
  [canceller, 1],
  [doubler, 2],
  [thief, 1],
  [contractPayer, 1],
  [shapeshifter, 1],
  [blacklisted, 1],
  [stubborn, 1],
  [latecomer, 1],
]

/** Who plays in this run: a few kinds, each several times, so that runs differ in character. */
export function cast(random: SeededRandom): Part[] {
  const kinds = parts.filter(() => random.chance(0.5))
  const weighted = (kinds.length > 0 ? kinds : parts).flatMap(([part, weight]) => Array<Part>(weight).fill(part))
  return Array.from({ length: random.between(6, 16) }, () => random.pick(weighted))
}
