import type { TestBed } from './test-bed.ts'
import { nameOf, pay, type Case } from './cases.ts'
import { expectedOf, officialFor } from './compare.ts'
import { price } from './our-side.ts'
import { valid } from './side.ts'

/** One case per side. They differ at least in their nonces. */
export interface CasePair {
  readonly official: Case
  readonly ours: Case
}

/** Makes pairs of consecutive cases. */
export function pairsOf(cases: readonly Case[]): CasePair[] {
  return Array.from({ length: cases.length / 2 }, (_, index) => ({ official: cases[2 * index]!, ours: cases[2 * index + 1]! }))
}

/**
 * Lets each side collect its own payment of each pair. Returns complaints where a side should have got the money and did not, or got it
 * and should not: a side collects what it finds valid, unless the token refuses the transfer.
 */
export async function settleBoth(
  testBed: TestBed,
  pairs: readonly CasePair[],
): Promise<{ readonly complaints: string[]; readonly collected: number }> {
  const complaints: string[] = []
  const before = await testBed.chain.balance(testBed.payTo)
  let collected = 0
  for (const pair of pairs) {
    const wires = { official: await pay(testBed, pair.official), ours: await pay(testBed, pair.ours) }
    const [official, ours] = await Promise.all([
      officialFor(testBed, pair.official).settle(wires.official),
      testBed.ours.settle(wires.ours),
    ])
    for (const [side, said] of Object.entries({ official, ours }) as ['official' | 'ours', string][]) {
      if (said === valid) collected += 1
      if ((said === valid) === collects(testBed, pair[side], side)) continue
      complaints.push(`${nameOf(pair[side])}, ${side}: ${said}: ${JSON.stringify(wires[side].payment)}`)
    }
  }
  const came = (await testBed.chain.balance(testBed.payTo)) - before
  if (came !== BigInt(collected) * price) complaints.push(`${collected} times ${price} was collected, but ${came} arrived`)
  return { complaints, collected }
}

function collects({ multicall }: TestBed, { mutations }: Case, side: 'official' | 'ours'): boolean {
  return mutations.every((mutation) => expectedOf(mutation, multicall)[side] === valid && !mutation.uncollectable)
}
