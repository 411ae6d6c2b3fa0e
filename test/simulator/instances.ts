import { createSeededRandom } from './seeded-random.ts'

/** How many instances a run has: so many, two or three (as the seed decides), or one for every other seed. */
export type Instances = 1 | 2 | 3 | 'several' | 'mixed'

const named: Readonly<Record<string, Instances>> = { 1: 1, 2: 2, 3: 3, several: 'several', mixed: 'mixed' }

export const instancesNamed = (text: string): Instances | undefined => (Object.hasOwn(named, text) ? named[text] : undefined)

export function instancesOf(seed: number, wanted: Instances): number {
  if (typeof wanted === 'number') return wanted
  if (wanted === 'mixed' && seed % 2 === 1) return 1
  return createSeededRandom(`${seed}/instances`).between(2, 3)
}
