import { parseJson } from '../../../src/net/parse-json.ts'
import { UpstreamError, UpstreamGarbage } from '../../../src/net/upstream-errors.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { defaultLimits, type SourceParts } from '../../../src/sources/create-source.ts'
import type { Sourced } from '../../../src/sources/source.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { rawText } from '../generate/mutate-text.ts'
import { jsonTokens } from '../generate/wire.ts'
import { hold, internal } from '../promises.ts'
import type { Target } from '../run-fuzz.ts'
import { promptTimers, stillClock } from '../still-world.ts'
import { httpTo, liesNear, upstreamsWords, type UpstreamLie } from './lying-upstreams.ts'
import { questions, type Question } from './source-questions.ts'

/** What an adapter is made of, with nothing slow or loud in it. */
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

/** A resource that a question takes, with a maker of lies about it. */
interface Resource {
  readonly question: Question
  readonly at: string
  readonly lie: ReturnType<typeof liesNear>
  /** The truth, in short. */
  readonly truth: UpstreamLie
}

/** Asks honest upstreams, to see which addresses it takes and what stands there. */
async function resourcesOf(question: Question): Promise<Resource[]> {
  const bodies = new Map<string, string>()
  try {
    await question.ask(partsOver(httpTo([], (at, right) => bodies.set(at, right))))
  } catch (error) {
    const lie = () => {
      throw new Error(`${question.name} finds no answer where nobody lies`, { cause: error })
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

/** Of a long list a few rows say as much, where the reader agrees. Numbers that count the rows then count what is left. */
async function shortened(question: Question, at: string, right: string): Promise<string> {
  for (const rows of [6, -6, 50]) {
    try {
      const text = withRows(right, rows)
      const { value } = await question.ask(partsOver(httpTo([truthOf(at, text)])))
      if (value !== null) return text
    } catch {
      // No JSON, or too little of it.
    }
  }
  return right
}

/** The first rows of every list in a JSON text, the last ones where the number is negative. */
function withRows(right: string, rows: number): string {
  const most = Math.abs(rows)
  const counts = new Set<number>()
  const cut = JSON.parse(right, (_, value: unknown) => {
    if (!Array.isArray(value) || value.length <= most) return value
    counts.add(value.length)
    return rows > 0 ? value.slice(0, most) : value.slice(rows)
  }) as unknown
  return JSON.stringify(cut, (_, value: unknown) => (counts.has(value as number) ? most : value))
}

/** Of all sources. */
export const resources = (await Promise.all(questions.map(resourcesOf))).flat()

export interface Lied {
  readonly lies: readonly UpstreamLie[]
}

const adapterTargets = resources.map(({ question, at, lie }): Target<Lied, readonly UpstreamLie[]> => {
  return {
    name: `${question.name} of ${at}`,
    share: 0.2,
    make: (dice) => ({ lies: [lie(dice)] }),
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

/** Whatever it is, its numbers are numbers, its times dates, and its prices plain decimals. */
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
  make: (dice) => ({ text: dice.chance(0.6) ? nearJson(dice) : rawText(dice, jsonTokens) }),
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
