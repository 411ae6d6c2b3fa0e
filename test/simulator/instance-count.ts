import { createSeededRandom } from './world/seeded-random.ts'

/** Number of instances in a run: 1 to 3; `several`: two or three, as the seed decides; `mixed`: one for odd seeds, several for even seeds. */
export type Instances = 1 | 2 | 3 | 'several' | 'mixed'

const named: Readonly<Record<string, Instances>> = { 1: 1, 2: 2, 3: 3, several: 'several', mixed: 'mixed' }

export const instancesNamed = (text: string): Instances | undefined => (Object.hasOwn(named, text) ? named[text] : undefined)

export function instancesOf(seed: number, wanted: Instances): number {
  if (typeof wanted === 'number') return wanted
  if (wanted === 'mixed' && seed % 2 === 1) return 1
  return createSeededRandom(`${seed}/instances`).between(2, 3)
}
