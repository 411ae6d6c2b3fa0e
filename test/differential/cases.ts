import fc from 'fast-check'
import type { Hex } from '../../src/shared/bytes.ts'
import { anyNonce } from './arbitraries.ts'
import type { TestBed } from './test-bed.ts'
import { finish, newDraft, type Json } from './draft.ts'
import { neededSeconds } from './our-side.ts'
import type { Wire } from './side.ts'
import type { Change, Mutation } from './mutation.ts'

/** One payment to make: a valid one, and the changes to it. */
export interface Case {
  readonly version: 1 | 2
  readonly payer: number
  readonly nonce: Hex
  /** How long ago the window began, in seconds; null for a window without a start. */
  readonly begun: number | null
  /** Until when it is valid, in seconds from now. */
  readonly left: number
  readonly mutations: readonly Mutation[]
  readonly changes: readonly Change[]
}

/** Distance of a window from its bounds, in seconds: enough for any machine. */
const margin = 20

function anyPlain(versions: readonly (1 | 2)[]): fc.Arbitrary<Omit<Case, 'mutations' | 'changes'>> {
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
  return sample(anyPlain([1, 2]), seed, count).map((plain) => ({ ...plain, mutations: [], changes: [] }))
}

/** Each of these mutations alone, `times` times in each of its versions. */
export function singleCases(mutations: readonly Mutation[], seed: number, times: number): Case[] {
  return mutations.flatMap((mutation, index) =>
    mutation.versions.flatMap((version) =>
      sample(fc.tuple(anyPlain([version]), mutation.ways), seed + 2 * index + version, times).map(([plain, change]) => ({
        ...plain,
        mutations: [mutation],
        changes: [change],
      })),
    ),
  )
}

/** Two mutations at once that touch different parts, one of each list. */
export function pairCases(first: readonly Mutation[], second: readonly Mutation[], seed: number, count: number): Case[] {
  const fits = (one: Mutation, other: Mutation) =>
    one.touches.every((part) => !other.touches.includes(part)) && one.versions.some((version) => other.versions.includes(version))
  const pairs = first.flatMap((one) => second.filter((other) => fits(one, other)).map((other) => [one, other] as const))
  const anyPair = fc.constantFrom(...pairs).chain(([one, other]) =>
    fc.record({
      plain: anyPlain(one.versions.filter((version) => other.versions.includes(version))),
      changes: fc.tuple(one.ways, other.ways),
      mutations: fc.constant([one, other]),
    }),
  )
  return sample(anyPair, seed, count).map(({ plain, changes, mutations }) => ({ ...plain, changes, mutations }))
}

export function nameOf({ version, mutations }: Case): string {
  return `v${version} ${mutations.length === 0 ? 'nothing wrong' : mutations.map(({ name }) => name).join(' + ')}`
}

/** Makes the payment of a case. */
export function pay({ ours, rich, context }: TestBed, made: Case): Promise<Wire & { readonly payment: Json }> {
  const now = context.now()
  const draft = newDraft(ours.terms, {
    version: made.version,
    payer: rich[made.payer % rich.length]!,
    nonce: made.nonce,
    validAfter: made.begun === null ? 0n : BigInt(now - made.begun),
    validBefore: BigInt(now + made.left),
  })
  for (const change of made.changes) change(draft, context)
  return finish(draft, ours.terms)
}
