import { dice, seedFor, type Dice } from './dice.ts'
import { minimise } from './minimise.ts'
import { nowAt, watch } from './watchdog.ts'

/** One decoder, with what feeds it and what it promises. */
export interface Target<Input = unknown, Fed = unknown> {
  readonly name: string
  /** Plain data, so that it can be printed and made smaller; see `minimise.ts`. */
  make(dice: Dice): Input
  /** What the decoder gets of it; its making takes none of the decoder's time. */
  fed(input: Input): Fed
  /**
   * Feeds the decoder and holds what it gives to its promise. Gives one word for the outcome.
   * @throws whatever breaks the promise; so does what the decoder itself throws
   */
  check(fed: Fed): string | Promise<string>
  /** Outcomes that a good generator comes to; a run without one of them tested less than it says. */
  readonly reaches: readonly string[]
  /** How many inputs it gets, as a multiple of what others get. */
  readonly share?: number
  /** Longest time for one input, where it is not the usual one. */
  readonly worstMs?: number
}

export interface Report {
  readonly name: string
  readonly runs: number
  readonly outcomes: Readonly<Record<string, number>>
  readonly slowestMs: number
  readonly slowest: string
}

/** No input may hold up the event loop for longer. */
const usualWorstMs = 20
/** The machine pauses too, and others use it: what looks slow is tried again, and its best time of our own thread counts. */
const suspiciousMs = 2
const namesOfObjects = Object.getOwnPropertyNames(Object.prototype).length

/** Runs a decoder on `runs` inputs. @throws an error that tells seed, case and smallest input of the first broken promise. */
export async function fuzz<Input, Fed>(
  target: Target<Input, Fed>,
  { seed, runs }: { readonly seed: number; readonly runs: number },
): Promise<Report> {
  const outcomes: Record<string, number> = {}
  let slowestMs = 0
  let slowest = ''
  watch(target.name, seed)
  for (let index = 0; index < runs; index++) {
    nowAt(index)
    const input = target.make(dice(seedFor(seed, target.name, index)))
    try {
      const { outcome, ms } = await once(target, input)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      if (ms <= slowestMs) continue
      const best = ms < suspiciousMs ? ms : Math.min(ms, await bestOf(target, input))
      if (best <= slowestMs) continue
      slowestMs = best
      slowest = shown(input, 160)
      const worstMs = target.worstMs ?? usualWorstMs
      if (best > worstMs) throw new Error(`took ${best.toFixed(1)} ms, and ${worstMs} ms is the most`)
    } catch (error) {
      throw await story(target, input, { seed, index, error })
    } finally {
      nowAt(-1)
    }
  }
  return { name: target.name, runs, outcomes, slowestMs, slowest }
}

/** Inputs that a target gets where one of share 1 gets `base`. */
export function runsOf({ share = 1 }: Pick<Target, 'share'>, base: number): number {
  return Math.ceil(share * base)
}

/** The outcomes that were promised and did not come. */
export function missed(target: Pick<Target, 'reaches'>, report: Report): string[] {
  return target.reaches.filter((outcome) => !report.outcomes[outcome])
}

async function once<Input, Fed>(target: Target<Input, Fed>, input: Input): Promise<{ outcome: string; ms: number }> {
  const fed = target.fed(input)
  const startedAt = performance.now()
  const checked = target.check(fed)
  const outcome = typeof checked === 'string' ? checked : await checked
  const ms = performance.now() - startedAt
  if (Object.getOwnPropertyNames(Object.prototype).length !== namesOfObjects) throw new Error('Object.prototype was changed')
  return { outcome, ms }
}

async function bestOf<Input, Fed>(target: Target<Input, Fed>, input: Input): Promise<number> {
  let best = Infinity
  for (let round = 0; round < 4; round++) {
    const fed = target.fed(input)
    const before = process.threadCpuUsage()
    await target.check(fed)
    const { user, system } = process.threadCpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

async function story<Input, Fed>(
  target: Target<Input, Fed>,
  input: Input,
  { seed, index, error }: { seed: number; index: number; error: unknown },
): Promise<Error> {
  const slow = error instanceof Error && /^took .* ms/.test(error.message)
  const smallest = slow ? input : await minimise(input, async (candidate) => breaks(target, candidate))
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new Error(
    `${target.name}: case ${index} of seed ${seed} breaks the promise of its decoder.\nSmallest input: ${shown(smallest, 1_000)}\n${why}`,
    { cause: error },
  )
}

async function breaks<Input, Fed>(target: Target<Input, Fed>, input: Input): Promise<boolean> {
  try {
    await once(target, input)
    return false
  } catch {
    return true
  }
}

function shown(input: unknown, longest: number): string {
  const text = JSON.stringify(input)
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`
}
