import type { Token } from './tokens.ts'
import { digitDate } from './digit-dates.ts'
import { currencyOf, magnitudeOf, unitOf } from './units.ts'

/** A date or a part of one, at tokens `from` to `to` (exclusive). Absent members are unknown. */
export interface DateSpan {
  readonly from: number
  readonly to: number
  readonly year: number | null
  /** 1 to 12. */
  readonly month: number | null
  readonly day: number | null
  /** Years that the span covers beyond its first: 9 for a decade, 99 for a century, otherwise 0. */
  readonly reach: number
  readonly relation: 'on' | 'before' | 'after'
  /** Whether day and month may be the other way round: `03/04/2024` is the third of April or the fourth of March. */
  readonly ambiguous: boolean
}

const months = 'january february march april may june july august september october november december'.split(' ')
const numberOfMonth = new Map(
  months.flatMap(
    (name, index) =>
      [
        [name, index + 1],
        [name.slice(0, 3), index + 1],
      ] as const,
  ),
)
numberOfMonth.set('sept', 9)
const relations = new Map([
  ['before', 'before'],
  ['until', 'before'],
  ['till', 'before'],
  ['by', 'on'],
  ['after', 'after'],
  ['since', 'after'],
] as const)

const isYear = (token: Token | undefined) => token?.kind === 'number' && /^(?:1\d{3}|20\d{2}|2100)$/u.test(token.text)
const isDay = (token: Token | undefined) => token?.kind === 'number' && /^(?:[1-9]|[12]\d|3[01])$/u.test(token.text)
const ordinalEnding = (token: Token | undefined) => token !== undefined && ['st', 'nd', 'rd', 'th'].includes(token.lower)

/** The dates in a text, in order. Linear time. */
export function readDates(tokens: readonly Token[]): readonly DateSpan[] {
  const dates: DateSpan[] = []
  let at = 0
  while (at < tokens.length) {
    const digits = digitDate(tokens, at)
    const found =
      (digits === null ? null : dateAt(at, digits.to, digits)) ??
      dayMonth(tokens, at) ??
      monthDay(tokens, at) ??
      century(tokens, at) ??
      yearAlone(tokens, at)
    if (found === null) {
      at += 1
      continue
    }
    dates.push({ ...found, relation: relationBefore(tokens, found.from) })
    at = found.to
  }
  return dates
}

type Found = Omit<DateSpan, 'relation'>
const dateAt = (from: number, to: number, date: Partial<Found>): Found => ({
  year: null,
  month: null,
  day: null,
  reach: 0,
  ambiguous: false,
  ...date,
  from,
  to,
})

function relationBefore(tokens: readonly Token[], from: number): DateSpan['relation'] {
  return relations.get((tokens[from - 1]?.lower ?? '') as 'before') ?? 'on'
}

/** The month at a token. `May` and `March` need a capital, and a number or a preposition of time beside them. */
function monthAt(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at]
  const month = token === undefined ? undefined : numberOfMonth.get(token.lower)
  if (token === undefined || month === undefined || !token.capital) return null
  const beside = [tokens[at - 1], tokens[at + 1], tokens[at - 2]]
  const numbered = beside.some((near) => near?.kind === 'number')
  const timed = [
    'in',
    'of',
    'since',
    'until',
    'by',
    'last',
    'next',
    'early',
    'late',
    'mid',
    'to',
    'from',
    'between',
    'and',
    'during',
    'this',
  ].includes(tokens[at - 1]?.lower ?? '')
  const clear = token.lower.length > 3 && token.lower !== 'march'
  return numbered || timed || clear ? month : null
}

/** `12 March 2019`, `12th of March`, `March 2019` */
function dayMonth(tokens: readonly Token[], at: number): Found | null {
  if (!isDay(tokens[at])) return null
  let next = at + 1
  if (ordinalEnding(tokens[next])) next += 1
  if (tokens[next]?.lower === 'of') next += 1
  const month = monthAt(tokens, next)
  if (month === null) return null
  const [comma, year] = tokens[next + 1]?.text === ',' ? [1, tokens[next + 2]] : [0, tokens[next + 1]]
  const day = Number(tokens[at]?.text)
  return isYear(year) ? dateAt(at, next + 2 + comma, { day, month, year: Number(year?.text) }) : dateAt(at, next + 1, { day, month })
}

/** `March 12, 2019`, `March 12th`, `March 2019`, `March` */
function monthDay(tokens: readonly Token[], at: number): Found | null {
  const month = monthAt(tokens, at)
  if (month === null) return null
  let next = at + 1
  if (tokens[next]?.text === '.' && (tokens[at]?.lower.length ?? 9) <= 4) next += 1
  if (isYear(tokens[next])) return dateAt(at, next + 1, { month, year: Number(tokens[next]?.text) })
  if (!isDay(tokens[next])) return dateAt(at, at + 1, { month })
  const day = Number(tokens[next]?.text)
  next += ordinalEnding(tokens[next + 1]) ? 2 : 1
  const year = tokens[next]?.text === ',' ? next + 1 : next
  return isYear(tokens[year]) ? dateAt(at, year + 1, { month, day, year: Number(tokens[year]?.text) }) : dateAt(at, next, { month, day })
}

/** `19th century`, `the nineteenth century` */
function century(tokens: readonly Token[], at: number): Found | null {
  const number = tokens[at]
  if (number?.kind !== 'number' || !ordinalEnding(tokens[at + 1])) return null
  const word = tokens[at + 2]?.text === '-' ? at + 3 : at + 2
  if (tokens[word]?.lower !== 'century' && tokens[word]?.lower !== 'centuries') return null
  const value = Number(number.text)
  return value >= 1 && value <= 21 ? dateAt(at, word + 1, { year: (value - 1) * 100, reach: 99 }) : null
}

/** `2019`, `1990s`; a number with a unit or a noun behind it is not a year, but most numbers of this form are. */
function yearAlone(tokens: readonly Token[], at: number): Found | null {
  const token = tokens[at]
  if (!isYear(token) || token === undefined) return null
  const next = tokens[at + 1]
  const value = Number(token.text)
  if (next?.lower === 's' && next.start === token.end) return dateAt(at, at + 2, { year: value, reach: value % 100 === 0 ? 99 : 9 })
  const before = tokens[at - 1]?.lower ?? ''
  if (['$', '€', '£', '¥', '.'].includes(before) || (next !== undefined && isCounted(next, before))) return null
  return dateAt(at, at + 1, { year: value })
}

const timeWords = new Set(
  'in since by until till from to of during after before and between around circa early late mid ( , - –'.split(' '),
)

/** Whether a number is an amount, by what is behind it: a unit, or a plural noun where no word of time is before the number. */
function isCounted(next: Token, before: string): boolean {
  if (
    unitOf(next.lower, true) !== null ||
    currencyOf(next.lower) !== null ||
    magnitudeOf(next.lower, false) !== null ||
    next.lower === 'square'
  )
    return true
  return (
    next.kind === 'word' &&
    !next.capital &&
    /[a-z]{2,}[^su'i]s$/u.test(next.lower) &&
    !timeWords.has(before) &&
    before !== '' &&
    !['was', 'is', 'has', 'does', 'this'].includes(next.lower)
  )
}
