import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { decodeText } from '../net/parse-json.ts'
import { UpstreamGarbage } from '../net/upstream-errors.ts'
import type { HttpAnswer } from '../net/exchange.ts'
import { utcDay } from '../shared/clock.ts'
import { createSource } from './create-source.ts'
import type { Source, SourceParts } from './create-source.ts'
import { positiveDecimal } from './decimal.ts'
import type { Feed, Freshness } from './feed.ts'
import { frankfurtMoment, isWeekend, shiftDay } from './frankfurt-time.ts'
import { checkShape } from './read-json.ts'
import type { SourceTerms } from './source.ts'

export const ecbTerms: SourceTerms = {
  id: 'ecb',
  name: 'European Central Bank',
  licence: 'Free reuse with citation of the source',
  attribution: 'Source: European Central Bank, euro foreign exchange reference rates',
  resale: 'open',
  homepage: 'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html',
}

export const ecbBaseUrl = 'https://www.ecb.europa.eu/stats/eurofxref'

/** The reference rates of one day. */
export interface ReferenceRates {
  /** Business day of the rates, YYYY-MM-DD. */
  readonly date: string
  /** Units of a currency for 1 EUR, as decimal strings, by ISO 4217 code. */
  readonly perEur: Readonly<Record<string, string>>
}

export interface Ecb {
  readonly source: Source
  /** The latest reference rates; one key, ''. */
  readonly daily: Feed<ReferenceRates>
  /** Those of the last 90 days, the newest first; one key, ''. */
  readonly recent: Feed<readonly ReferenceRates[]>
}

const dayMs = 86_400_000
const dailyPath = '/eurofxref-daily.xml'
const recentPath = '/eurofxref-hist-90d.xml'

export function createEcb(declared: { baseUrl: string; enabled: boolean }, parts: SourceParts): Ecb {
  const source = createSource({ terms: ecbTerms, ...declared }, parts)
  const ask = (path: string, maxBytes: number, signal: AbortSignal) =>
    source.ask(
      { path, headers: { accept: 'application/xml, text/xml' }, maxBytes, read: (answer) => readDays(answer, parts.clock.now()) },
      signal,
    )

  const daily = source.feed<ReferenceRates>({
    name: 'daily',
    size: 1,
    freshness: (rates, fetchedAt) => untilNextFix(rates.date, fetchedAt),
    asOf: (rates) => fixedAt(rates.date),
    address: () => dailyPath,
    load: async (_, signal) => (await ask(dailyPath, 65_536, signal))[0],
  })
  const recent = source.feed<readonly [ReferenceRates, ...ReferenceRates[]]>({
    name: 'recent',
    size: 1,
    freshness: ([latest], fetchedAt) => untilNextFix(latest.date, fetchedAt),
    asOf: ([latest]) => fixedAt(latest.date),
    address: () => recentPath,
    load: (_, signal) => ask(recentPath, 500_000, signal),
  })
  return { source, daily, recent }
}

/** The rates of a day come out around 16:00 in Frankfurt. */
export function fixedAt(date: string): number {
  return frankfurtMoment(date, 16, 0)
}

/**
 * Fresh until the next fix is out (16:15 on a weekday). On a holiday, or when the fix is late, there is nothing new
 * then, and it is asked for every half hour. Usable for six days.
 */
export function untilNextFix(date: string, fetchedAt: number): Freshness {
  let next = shiftDay(date, 1)
  while (isWeekend(next)) next = shiftDay(next, 1)
  const refreshAt = Math.max(frankfurtMoment(next, 16, 15), fetchedAt + 1_800_000)
  return { refreshAt, freshUntil: refreshAt + 1_800_000, staleUntil: fixedAt(date) + 6 * dayMs }
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  processEntities: false,
  parseAttributeValue: false,
  parseTagValue: false,
})

const currencyRow = z.object({ currency: z.string().regex(/^[A-Z]{3}$/), rate: positiveDecimal })
const dayOfRates = z.object({ time: z.iso.date(), Cube: z.array(currencyRow).min(1).max(200) })
const document = z.object({
  'gesmes:Envelope': z.object({
    Cube: z.object({ Cube: z.union([dayOfRates.transform((day) => [day]), z.array(dayOfRates).min(1).max(100)]) }),
  }),
})

/** The days of a file, the newest first. */
function readDays(answer: HttpAnswer, now: number): [ReferenceRates, ...ReferenceRates[]] {
  const days = checkShape(parseXml(decodeText(answer.body)), document)['gesmes:Envelope'].Cube.Cube.map((day) => ({
    date: day.time,
    perEur: Object.fromEntries(day.Cube.map((row) => [row.currency, row.rate])),
  }))
  const [latest, ...earlier] = days.toSorted((one, other) => (one.date < other.date ? 1 : -1))
  // A date to come is a broken file, whatever its rates: nothing may be anchored to it.
  if (!latest || latest.date > utcDay(now + dayMs)) throw new UpstreamGarbage('wrong_shape')
  return [latest, ...earlier]
}

function parseXml(text: string): unknown {
  // The file has no document type, and without one there are no entities to expand.
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new UpstreamGarbage('not_xml')
  try {
    return parser.parse(text, true) as unknown
  } catch (error) {
    throw new UpstreamGarbage('not_xml', error)
  }
}
