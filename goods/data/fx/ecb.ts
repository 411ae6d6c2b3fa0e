import { source, z } from '../../../src/goods/door.ts'
import {
  checkShape,
  decodeText,
  type Feed,
  type Freshness,
  positiveDecimal,
  type Source,
  type SourceTools,
  UpstreamGarbage,
  validRows,
} from '../../../src/goods/kit/http.ts'
import { frankfurtMoment, isWeekend, shiftDay, utcDay } from '../../../src/goods/kit/time.ts'
import type { ReferenceRates } from '../../../src/goods/kit/ports.ts'
import { XMLParser } from 'fast-xml-parser'

export const ecb = source({
  id: 'ecb',
  name: 'European Central Bank',
  licence: 'Free reuse with citation of the source',
  attribution: 'Source: European Central Bank, euro foreign exchange reference rates',
  resale: 'open',
  homepage: 'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html',
  baseUrl: 'https://www.ecb.europa.eu/stats/eurofxref',
  standing: 'publisher',
  create: createEcb,
})

export interface Ecb {
  readonly source: Source
  /** The latest reference rates; one key, ''. */
  readonly daily: Feed<ReferenceRates>
  /** The rates of the last 90 days, the newest first; one key, ''. */
  readonly recent: Feed<readonly ReferenceRates[]>
}

const dayMs = 86_400_000
const dailyPath = '/eurofxref-daily.xml'
const recentPath = '/eurofxref-hist-90d.xml'

function createEcb(source: Source, parts: SourceTools): Ecb {
  const pause = () => new Promise<void>((resolve) => void parts.timers.soon(resolve))
  const ask = <T>(path: string, maxBytes: number, read: (text: string, now: number) => T | Promise<T>, signal: AbortSignal) => {
    const headers = { accept: 'application/xml, text/xml' }
    return source.ask({ path, headers, maxBytes, read: (answer) => read(decodeText(answer.body), parts.clock.now()) }, signal)
  }

  const daily = source.feed<ReferenceRates>({
    name: 'daily',
    size: 1,
    freshness: (rates, fetchedAt) => untilNextFix(rates.date, fetchedAt),
    asOf: (rates) => fixedAt(rates.date),
    address: () => dailyPath,
    load: (_, signal) => ask(dailyPath, 65_536, readToday, signal),
  })
  const recent = source.feed<readonly [ReferenceRates, ...ReferenceRates[]]>({
    name: 'recent',
    size: 1,
    freshness: ([latest], fetchedAt) => untilNextFix(latest.date, fetchedAt),
    asOf: ([latest]) => fixedAt(latest.date),
    address: () => recentPath,
    load: (_, signal) => ask(recentPath, 500_000, (text, now) => readDays(text, now, pause), signal),
  })
  return { source, daily, recent }
}

/** The rates of a day are published around 16:00 in Frankfurt. */
export function fixedAt(date: string): number {
  return frankfurtMoment(date, 16, 0)
}

const minuteMs = 60_000

/**
 * Fresh until the next fix is published (16:15 on a weekday). When that is late, or the day is a holiday, the fetched rates stay
 * fresh for a few minutes more and are asked for again. Usable for six days.
 */
export function untilNextFix(date: string, fetchedAt: number): Freshness {
  let next = shiftDay(date, 1)
  while (isWeekend(next)) next = shiftDay(next, 1)
  const due = frankfurtMoment(next, 16, 15)
  const staleUntil = fixedAt(date) + 6 * dayMs
  if (fetchedAt < due) return { refreshAt: due, freshUntil: due, staleUntil }
  return { refreshAt: fetchedAt + 5 * minuteMs, freshUntil: fetchedAt + 15 * minuteMs, staleUntil }
}

/** About 65 in three months. */
const maxDays = 100
const maxRates = 200
/** A currency may have no rate on a day; of some thirty, a few. */
const maxOddShare = 0.1

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  processEntities: false,
  parseAttributeValue: false,
  parseTagValue: false,
})

const currencyRow = z.object({ currency: z.string().regex(/^[A-Z]{3}$/), rate: positiveDecimal })
const dayOfRates = z.object({ time: z.iso.date(), Cube: z.array(z.unknown()).min(1).max(maxRates) })
const today = z.object({ 'gesmes:Envelope': z.object({ Cube: z.object({ Cube: dayOfRates }) }) })

function readToday(text: string, now: number): ReferenceRates {
  const day = ratesOf(checkShape(parseXml(text), today)['gesmes:Envelope'].Cube.Cube)
  checkDate(day, now)
  return day
}

/**
 * The days of a long file, the newest first. It is parsed element by element with pauses, because parsing it at once would block
 * the event loop.
 */
async function readDays(text: string, now: number, pause: () => Promise<void>): Promise<readonly [ReferenceRates, ...ReferenceRates[]]> {
  const [head = '', ...pieces] = text.split(/<Cube\s+time=/, maxDays + 2)
  if (pieces.length > maxDays || !head.includes('<gesmes:Envelope')) throw new UpstreamGarbage('wrong_shape')
  const days: ReferenceRates[] = []
  for (const piece of pieces) {
    days.push(readDay(piece))
    if (days.length % 16 === 0) await pause()
  }
  const [latest, ...earlier] = days.toSorted((one, other) => (one.date < other.date ? 1 : -1))
  // The end of the envelope is missing when the file was cut off between two days.
  if (!latest || !text.trimEnd().endsWith('</gesmes:Envelope>')) throw new UpstreamGarbage('wrong_shape')
  checkDate(latest, now)
  return [latest, ...earlier]
}

const rateElement = /\s*<Cube\s+currency=(['"])([^'"]{0,40})\1\s+rate=(['"])([^'"]{0,40})\3\s*\/>/y

/** `'2026-10-02'>`, an element for each rate, and the end of the day. */
function readDay(piece: string): ReferenceRates {
  const [opening = '', date = ''] = /^['"](\d{4}-\d\d-\d\d)['"]\s*>/.exec(piece) ?? []
  const perEur: Record<string, string> = {}
  let at = opening.length
  let seen = 0
  while (seen < maxRates) {
    rateElement.lastIndex = at
    const [element, , currency = '', , rate = ''] = rateElement.exec(piece) ?? []
    if (element === undefined) break
    // A currency without a rate, such as "N/A", has none on that day.
    if (currencyRow.safeParse({ currency, rate }).success) perEur[currency] = rate
    at += element.length
    seen++
  }
  if (seen - Object.keys(perEur).length > maxOddShare * seen) throw new UpstreamGarbage('wrong_shape')
  const isEnded = /^\s*<\/Cube>/.test(piece.slice(at, at + 100))
  if (!isEnded || at === opening.length || !z.iso.date().safeParse(date).success) throw new UpstreamGarbage('wrong_shape')
  return { date, perEur }
}

function ratesOf(day: z.output<typeof dayOfRates>): ReferenceRates {
  return {
    date: day.time,
    perEur: Object.fromEntries(validRows(day.Cube, currencyRow, maxOddShare).map((row) => [row.currency, row.rate])),
  }
}

/** A future date means a broken file: no rate may be checked against it. */
function checkDate({ date }: ReferenceRates, now: number): void {
  if (date > utcDay(now + dayMs)) throw new UpstreamGarbage('wrong_shape')
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
