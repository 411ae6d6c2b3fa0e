import type { SeededRandom } from '../world/seeded-random.ts'
import type { World } from '../world/world.ts'
import { blacklisted, canceller, contractPayer, doubleClaimer, fundsMover, codeChanger, thief } from './hostile.ts'
import { lateClaimer, repeatDefaulter } from './persistent.ts'
import { busy, honest, returning } from './honest.ts'
import { forgetful, impatient, reSigner, reuser, vanished } from './impatient.ts'
import { quotaExhauster, poor, firstCallCollector, spender } from './poor.ts'
import { crowd } from './crowd.ts'
import { dearContract, drainer, failingRunner, twoFaced, unlucky } from './wasteful.ts'

export type PayerBehaviour = (world: World) => Promise<void>

const parts: readonly (readonly [PayerBehaviour, number])[] = [
  [honest, 4],
  [busy, 3],
  [returning, 1],
  [crowd, 3],
  [impatient, 2],
  [reSigner, 1],
  [reuser, 1],
  [forgetful, 1],
  [vanished, 2],
  [poor, 1],
  [spender, 1],
  [firstCallCollector, 1],
  [quotaExhauster, 2],
  [fundsMover, 1],
  [canceller, 1],
  [doubleClaimer, 2],
  [thief, 1],
  [contractPayer, 1],
  [codeChanger, 1],
  [blacklisted, 1],
  [repeatDefaulter, 1],
  [lateClaimer, 1],
  [drainer, 1],
  [failingRunner, 1],
  [unlucky, 2],
  [dearContract, 1],
  [twoFaced, 1],
]

/** The payers of this run: a few kinds, each several times, so that runs differ. */
export function choosePayers(random: SeededRandom): PayerBehaviour[] {
  const kinds = parts.filter(() => random.chance(0.5))
  const weighted = (kinds.length > 0 ? kinds : parts).flatMap(([part, weight]) => Array<PayerBehaviour>(weight).fill(part))
  return Array.from({ length: random.between(6, 16) }, () => random.pick(weighted))
}
