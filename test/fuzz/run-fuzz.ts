import { createSeededRandom, seedFor, type SeededRandom } from './seeded-random.ts'
import { minimise } from './minimise.ts'
import { nowAt, watch } from './watchdog.ts'

/** One decoder, with its generator and its promises. */
export interface Target<Input = unknown, Fed = unknown> {
  readonly name: string
  /** Plain data, so that it can be printed and made smaller; see `minimise.ts`. */
  make(random: SeededRandom): Input
  /** Makes the decoder's argument from an input, outside of the measured time. */
  fed(input: Input): Fed
  /**
   * Runs the decoder and checks its result against its promise. Returns one word for the outcome.
   * @throws when the promise is broken; an error of the decoder itself breaks it, too
   */
  check(fed: Fed): string | Promise<string>
  /** Outcomes that the generator must reach. A run without one of them tested too little. */
  readonly reaches: readonly string[]
  /** Number of inputs as a multiple of the usual number. */
  readonly share?: number
  /** Longest time for one input in milliseconds, if it differs from the usual one. */
  readonly maxMs?: number
}

export interface Report {
  readonly name: string
  readonly runs: number
  readonly outcomes: Readonly<Record<string, number>>
  readonly slowestMs: number
  readonly slowest: string
}

/** No input may block the event loop for longer, in milliseconds. */
const usualMaxMs = 20
/** The machine may pause or be busy. So an input that looks slow runs again, and the best CPU time of our own thread counts. */
const suspiciousMs = 2
const namesOfObjects = Object.getOwnPropertyNames(Object.prototype).length

/** Runs a decoder on `runs` inputs. @throws an error with the seed, the case and the smallest input of the first broken promise. */
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
    const input = target.make(createSeededRandom(seedFor(seed, target.name, index)))
    try {
      const { outcome, ms } = await once(target, input)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      if (ms <= slowestMs) continue
      const best = ms < suspiciousMs ? ms : Math.min(ms, await bestOf(target, input))
      if (best <= slowestMs) continue
      slowestMs = best
      slowest = shown(input, 160)
      const maxMs = target.maxMs ?? usualMaxMs
      if (best > maxMs) throw new Error(`took ${best.toFixed(1)} ms, and ${maxMs} ms is the most`)
    } catch (error) {
      throw await describeFailure(target, input, { seed, index, error })
    } finally {
      nowAt(-1)
    }
  }
  return { name: target.name, runs, outcomes, slowestMs, slowest }
}

/** Number of inputs of a target, where a target with share 1 gets `base`. */
export function runsOf({ share = 1 }: Pick<Target, 'share'>, base: number): number {
  return Math.ceil(share * base)
}

/** Expected outcomes that were not reached. */
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

async function describeFailure<Input, Fed>(
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

function shown(input: unknown, maxLength: number): string {
  const text = JSON.stringify(input)
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}… (${text.length} characters)`
}
