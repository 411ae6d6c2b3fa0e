import type { SeededRandom } from '../world/seeded-random.ts'
import type { World } from '../world/world.ts'

/** One kind of fault. `begin` starts it and returns what ends it. */
export interface FaultPlan {
  /** Also labels its random numbers: another name makes another run of the same seed. */
  readonly name: string
  /** Pause before each occurrence, and its duration: from and to, in milliseconds. */
  readonly everyMs: readonly [number, number]
  readonly lastsMs: readonly [number, number]
  begin(world: World, random: SeededRandom): () => void
}
