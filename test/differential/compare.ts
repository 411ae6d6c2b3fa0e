import type { TestBed } from './test-bed.ts'
import { nameOf, pay, type Case } from './cases.ts'
import { differenceOf } from './differences.ts'
import { valid, type Side, type Verdict } from './side.ts'
import type { Mutation } from './mutation.ts'

export interface Verdicts {
  readonly official: Verdict
  readonly ours: Verdict
}

/** Number of cases that run at the same time. */
const width = 8

/** The verdicts of both sides on a mutation alone: the same, unless the table of differences has it. */
export function expectedOf({ name, agreed }: Mutation, multicall: boolean): Verdicts {
  const difference = differenceOf(name, multicall)
  const everywhere = difference?.withoutMulticall ? undefined : difference
  if ((agreed === null) === (everywhere === undefined)) throw new Error(`${name}: either agreed on or in the table of differences`)
  return difference ?? { official: agreed!, ours: agreed! }
}

/** The official side that judges a case. */
export function officialFor(testBed: TestBed, { mutations }: Case): Side {
  return mutations.some(({ deploying }) => deploying) ? testBed.deploying : testBed.official
}

/**
 * Presents payments to both sides and returns one line for each unexpected pair of verdicts. With one thing wrong, verdict and reason
 * must be as expected. With two, only the verdict must, because each side chooses the order of its checks.
 */
export async function compareAll(testBed: TestBed, cases: readonly Case[]): Promise<string[]> {
  const complaints: string[] = []
  let next = 0
  async function work(): Promise<void> {
    for (let index = next++; index < cases.length; index = next++) {
      const complaint = await compare(testBed, cases[index]!)
      if (complaint !== null) complaints.push(complaint)
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return complaints
}

async function compare(testBed: TestBed, made: Case): Promise<string | null> {
  const wire = await pay(testBed, made)
  const [official, ours] = await Promise.all([officialFor(testBed, made).verify(wire), testBed.ours.verify(wire)])
  const expected = made.mutations
    .map((one) => expectedOf(one, testBed.multicall))
    .filter((one) => one.official !== valid || one.ours !== valid)
  const fits = expected.length <= 1 ? exactly({ official, ours }, expected[0]) : inVerdict({ official, ours }, expected)
  const wanted = expected.map((one) => `${one.official} | ${one.ours}`).join(', ')
  return fits ? null : `${nameOf(made)}: ${official} | ${ours}, not ${wanted || valid}: ${JSON.stringify(wire.payment)}`
}

function exactly({ official, ours }: Verdicts, expected: Verdicts = { official: valid, ours: valid }): boolean {
  return official === expected.official && ours === expected.ours
}

function inVerdict(said: Verdicts, expected: readonly Verdicts[]): boolean {
  return (['official', 'ours'] as const).every((side) => (said[side] === valid) === expected.every((one) => one[side] === valid))
}
