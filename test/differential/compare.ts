import type { Arena } from './arena.ts'
import { nameOf, pay, type Case } from './cases.ts'
import { differenceOf } from './differences.ts'
import { valid, type Side, type Verdict } from './side.ts'
import type { Twist } from './twist.ts'

export interface Verdicts {
  readonly official: Verdict
  readonly ours: Verdict
}

/** Cases under way at once. */
const width = 8

/** What both sides say of a twist alone: the same, unless the table of differences has it. */
export function expectedOf({ name, agreed }: Twist, multicall: boolean): Verdicts {
  const difference = differenceOf(name, multicall)
  const everywhere = difference?.withoutMulticall ? undefined : difference
  if ((agreed === null) === (everywhere === undefined)) throw new Error(`${name}: either agreed on or in the table of differences`)
  return difference ?? { official: agreed!, ours: agreed! }
}

/** The official side that a case is for. */
export function officialFor(arena: Arena, { twists }: Case): Side {
  return twists.some(({ deploying }) => deploying) ? arena.deploying : arena.official
}

/**
 * Takes payments to both sides and gives one line for each about which they do not say what they should. With one thing
 * wrong, verdict and reason count; with two, what is checked first is each side's own affair, and only the verdict does.
 */
export async function compareAll(arena: Arena, cases: readonly Case[]): Promise<string[]> {
  const complaints: string[] = []
  let next = 0
  async function work(): Promise<void> {
    for (let index = next++; index < cases.length; index = next++) {
      const complaint = await compare(arena, cases[index]!)
      if (complaint !== null) complaints.push(complaint)
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return complaints
}

async function compare(arena: Arena, made: Case): Promise<string | null> {
  const wire = await pay(arena, made)
  const [official, ours] = await Promise.all([officialFor(arena, made).verify(wire), arena.ours.verify(wire)])
  const expected = made.twists.map((one) => expectedOf(one, arena.multicall)).filter((one) => one.official !== valid || one.ours !== valid)
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
