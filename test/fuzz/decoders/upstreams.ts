import { parseJson } from '../../../src/net/parse-json.ts'
import { UpstreamError, UpstreamGarbage } from '../../../src/net/upstream-errors.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { defaultLimits, type SourceParts } from '../../../src/sources/policy/create-source.ts'
import type { Sourced } from '../../../src/sources/policy/source.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { rawText } from '../generate/mutate-text.ts'
import { jsonTokens } from '../generate/wire.ts'
import { hold, internal } from '../promises.ts'
import type { Target } from '../run-fuzz.ts'
import { promptTimers, stillClock } from '../still-world.ts'
import { httpTo, liesNear, upstreamsWords, type UpstreamLie } from './lying-upstreams.ts'
import { questions, type Question } from './source-questions.ts'

/** Parts of an adapter, without delays and logs. */
export function partsOver(http: SourceParts['http']): SourceParts {
  return {
    http,
    clock: stillClock,
    timers: promptTimers,
    random: { bytes: (length) => new Uint8Array(length) },
    log: silentLog,
    metrics: silentMetrics,
    simulated: true,
    limits: { ...defaultLimits, attempts: { retries: 0, backoffMs: 1 } },
  }
}

/** A resource that a question needs, with a generator of wrong answers for it. */
interface Resource {
  readonly question: Question
  readonly at: string
  readonly lie: ReturnType<typeof liesNear>
  /** The right answer, shortened. */
  readonly truth: UpstreamLie
}

/** Asks honest upstreams, to find the requested URLs and their right answers. */
async function resourcesOf(question: Question): Promise<Resource[]> {
  const bodies = new Map<string, string>()
  try {
    await question.ask(partsOver(httpTo([], (at, right) => bodies.set(at, right))))
  } catch (error) {
    const lie = () => {
      throw new Error(`${question.name} finds no answer from honest upstreams`, { cause: error })
    }
    return [{ question, at: 'nothing', lie, truth: truthOf('nothing', '') }]
  }
  return Promise.all(
    [...bodies].map(async ([at, right]) => {
      const short = await shortened(question, at, right)
      return { question, at, lie: liesNear(at, short), truth: truthOf(at, short) }
    }),
  )
}

export function truthOf(at: string, text: string): UpstreamLie {
  return { at, text: Buffer.from(text, 'utf8').toString('latin1'), status: 200, headers: [] }
}

/** Shortens long lists to a few rows if the reader accepts that. Numbers that count the rows are adjusted. */
async function shortened(question: Question, at: string, right: string): Promise<string> {
  for (const rows of [6, -6, 50]) {
    try {
      const text = withRows(right, rows)
      const { value } = await question.ask(partsOver(httpTo([truthOf(at, text)])))
      if (value !== null) return text
    } catch {
      // Not JSON, or too short.
    }
  }
  return right
}

/** The first rows of every list in a JSON text, the last ones where the number is negative. */
function withRows(right: string, rows: number): string {
  const max = Math.abs(rows)
  const counts = new Set<number>()
  const cut = JSON.parse(right, (_, value: unknown) => {
    if (!Array.isArray(value) || value.length <= max) return value
    counts.add(value.length)
    return rows > 0 ? value.slice(0, max) : value.slice(rows)
  }) as unknown
  return JSON.stringify(cut, (_, value: unknown) => (counts.has(value as number) ? max : value))
}

/** Targets of all sources. */
export const resources = (await Promise.all(questions.map(resourcesOf))).flat()

export interface Lied {
  readonly lies: readonly UpstreamLie[]
}

const adapterTargets = resources.map(({ question, at, lie }): Target<Lied, readonly UpstreamLie[]> => {
  return {
    name: `${question.name} of ${at}`,
    share: 0.2,
    make: (random) => ({ lies: [lie(random)] }),
    fed: ({ lies }) => lies,
    async check(lies) {
      try {
        return answerHolds(await question.ask(partsOver(httpTo(lies))))
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        hold(!error.message.includes(upstreamsWords) && !internal.test(error.message), 'an error is in our own words')
        return error instanceof UpstreamGarbage ? error.reason : error.code
      }
    },
    reaches: ['value'],
  }
})

function answerHolds({ value, source }: Sourced<unknown>): string {
  hold(!Number.isNaN(Date.parse(source.asOf)), 'its time is a date')
  if (value === null) return 'unknown there'
  valueHolds(value)
  return 'value'
}

/** Checks that numbers are numbers, times are dates, and prices are plain decimals. */
function valueHolds(value: unknown): void {
  for (const [name, member] of Object.entries(value as object)) {
    if (typeof member === 'number') hold(Number.isFinite(member), `${name} is a number`)
    else if (typeof member === 'object' && member !== null) valueHolds(member)
    else if (['price', 'bid', 'ask'].includes(name) && member !== null)
      hold(/^\d{1,18}(?:\.\d{1,18})?$/.test(String(member)), `${name} is a plain decimal`)
    if (name === 'at' && member !== null) hold(!Number.isNaN(new Date(member as number).getTime()), 'the time is a date')
  }
}

interface Text {
  readonly text: string
}

const nearJson = jsonNear([[{ a: [1, { b: 'c' }], d: null }]])
const json: Target<Text, Uint8Array> = {
  name: 'JSON of an upstream',
  make: (random) => ({ text: random.chance(0.6) ? nearJson(random) : rawText(random, jsonTokens) }),
  fed: ({ text }) => Buffer.from(text, /[^\0-\u00ff]/.test(text) ? 'utf8' : 'latin1'),
  check(bytes) {
    try {
      parseJson(bytes)
      return 'value'
    } catch (error) {
      if (!(error instanceof UpstreamGarbage)) throw error
      return error.reason
    }
  },
  reaches: ['value', 'not_text', 'not_json', 'too_deep'],
}

export const upstreamTargets = [json, ...adapterTargets] as readonly Target[]
