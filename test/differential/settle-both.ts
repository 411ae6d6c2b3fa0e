import type { Arena } from './arena.ts'
import { nameOf, pay, type Case } from './cases.ts'
import { expectedOf, officialFor } from './compare.ts'
import { price } from './our-side.ts'
import { valid } from './side.ts'

/** A case for each side, which differ in their nonces at least. */
export interface CasePair {
  readonly official: Case
  readonly ours: Case
}

/** Two after the other are a pair. */
export function pairsOf(cases: readonly Case[]): CasePair[] {
  return Array.from({ length: cases.length / 2 }, (_, index) => ({ official: cases[2 * index]!, ours: cases[2 * index + 1]! }))
}

/**
 * Has each side collect a payment of its own of each pair, and tells where one of them should have got the money and did
 * not, or the other way round: what a side finds valid it collects, as far as the token lets it.
 */
export async function settleBoth(
  arena: Arena,
  pairs: readonly CasePair[],
): Promise<{ readonly complaints: string[]; readonly collected: number }> {
  const complaints: string[] = []
  const before = await arena.chain.balance(arena.payTo)
  let collected = 0
  for (const pair of pairs) {
    const wires = { official: await pay(arena, pair.official), ours: await pay(arena, pair.ours) }
    const [official, ours] = await Promise.all([officialFor(arena, pair.official).settle(wires.official), arena.ours.settle(wires.ours)])
    for (const [side, said] of Object.entries({ official, ours }) as ['official' | 'ours', string][]) {
      if (said === valid) collected += 1
      if ((said === valid) === collects(arena, pair[side], side)) continue
      complaints.push(`${nameOf(pair[side])}, ${side}: ${said}: ${JSON.stringify(wires[side].payment)}`)
    }
  }
  const came = (await arena.chain.balance(arena.payTo)) - before
  if (came !== BigInt(collected) * price) complaints.push(`${collected} times ${price} was collected, and ${came} came`)
  return { complaints, collected }
}

function collects({ multicall }: Arena, { twists }: Case, side: 'official' | 'ours'): boolean {
  return twists.every((twist) => expectedOf(twist, multicall)[side] === valid && !twist.uncollectable)
}
