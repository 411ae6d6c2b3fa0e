import fc from 'fast-check'
import type { Hex } from '../../src/shared/bytes.ts'
import { anyNonce } from './arbitraries.ts'
import type { Arena } from './arena.ts'
import { finish, newDraft, type Json } from './draft.ts'
import { neededSeconds } from './our-side.ts'
import type { Wire } from './side.ts'
import type { Change, Twist } from './twist.ts'

/** One payment to be made: a valid one, and what is done to it. */
export interface Case {
  readonly version: 1 | 2
  readonly payer: number
  readonly nonce: Hex
  /** How long ago the window began, in seconds; null for always. */
  readonly begun: number | null
  /** Until when it is valid, in seconds from now. */
  readonly left: number
  readonly twists: readonly Twist[]
  readonly changes: readonly Change[]
}

/** Seconds by which a window is away from its bounds: so slow no machine is. */
const margin = 20

function anyPlain(versions: readonly (1 | 2)[]): fc.Arbitrary<Omit<Case, 'twists' | 'changes'>> {
  return fc.record({
    version: fc.constantFrom(...versions),
    payer: fc.nat(),
    nonce: anyNonce,
    begun: fc.option(fc.integer({ min: 600, max: 1e9 })),
    left: fc.integer({ min: neededSeconds + margin, max: 3600 - margin }),
  })
}

const sample = <T>(arbitrary: fc.Arbitrary<T>, seed: number, numRuns: number): T[] => fc.sample(arbitrary, { seed, numRuns })

/** Payments with which nothing is wrong. */
export function validCases(seed: number, count: number): Case[] {
  return sample(anyPlain([1, 2]), seed, count).map((plain) => ({ ...plain, twists: [], changes: [] }))
}

/** Each of these twists alone, so many times in each of its versions. */
export function singleCases(twists: readonly Twist[], seed: number, times: number): Case[] {
  return twists.flatMap((twist, index) =>
    twist.versions.flatMap((version) =>
      sample(fc.tuple(anyPlain([version]), twist.ways), seed + 2 * index + version, times).map(([plain, change]) => ({
        ...plain,
        twists: [twist],
        changes: [change],
      })),
    ),
  )
}

/** Two twists at once that touch different parts, one of each list. */
export function pairCases(first: readonly Twist[], second: readonly Twist[], seed: number, count: number): Case[] {
  const fits = (one: Twist, other: Twist) =>
    one.touches.every((part) => !other.touches.includes(part)) && one.versions.some((version) => other.versions.includes(version))
  const pairs = first.flatMap((one) => second.filter((other) => fits(one, other)).map((other) => [one, other] as const))
  const anyPair = fc.constantFrom(...pairs).chain(([one, other]) =>
    fc.record({
      plain: anyPlain(one.versions.filter((version) => other.versions.includes(version))),
      changes: fc.tuple(one.ways, other.ways),
      twists: fc.constant([one, other]),
    }),
  )
  return sample(anyPair, seed, count).map(({ plain, changes, twists }) => ({ ...plain, changes, twists }))
}

export function nameOf({ version, twists }: Case): string {
  return `v${version} ${twists.length === 0 ? 'nothing wrong' : twists.map(({ name }) => name).join(' + ')}`
}

/** Makes the payment of a case. */
export function pay({ ours, rich, scene }: Arena, made: Case): Promise<Wire & { readonly payment: Json }> {
  const now = scene.now()
  const draft = newDraft(ours.terms, {
    version: made.version,
    payer: rich[made.payer % rich.length]!,
    nonce: made.nonce,
    validAfter: made.begun === null ? 0n : BigInt(now - made.begun),
    validBefore: BigInt(now + made.left),
  })
  for (const change of made.changes) change(draft, scene)
  return finish(draft, ours.terms)
}
