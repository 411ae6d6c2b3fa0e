import type { SeededRandom } from './seeded-random.ts'
import type { World } from './world.ts'

/** One kind of trouble. `strike` begins it and gives what ends it. */
export interface Storm {
  readonly name: string
  /** How often it strikes while it is in season, and how long it lasts, in milliseconds. */
  readonly everyMs: readonly [number, number]
  readonly lastsMs: readonly [number, number]
  strike(world: World, random: SeededRandom): () => void
}
