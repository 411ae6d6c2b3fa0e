import type { DateSpan } from './read-dates.ts'

/**
 * Whether two dates can be one: true, false, or null where they have no part in common, or where it depends on which of two days one of
 * them means.
 */
export function datesAgree(claim: DateSpan, source: DateSpan): boolean | null {
  const readings = readingsOf(claim).flatMap((one) => readingsOf(source).map((other) => agree(one, other)))
  if (readings.length === 1 || isWritten(claim, source)) return readings[0] ?? null
  return readings.every((reading) => reading === readings[0]) ? (readings[0] ?? null) : null
}

/** Whether the two agree by one reading and exclude each other by another: nothing but the writer knows. */
export const isAmbiguous = (claim: DateSpan, source: DateSpan) =>
  (claim.ambiguous || source.ambiguous) &&
  !isWritten(claim, source) &&
  new Set(readingsOf(claim).flatMap((one) => readingsOf(source).map((other) => agree(one, other)))).size > 1

/** The same digits in the same order are one date, whichever it is. */
const isWritten = (one: DateSpan, other: DateSpan) =>
  one.ambiguous && other.ambiguous && one.day === other.day && one.month === other.month && one.year === other.year

const readingsOf = (date: DateSpan): readonly DateSpan[] =>
  date.ambiguous ? [date, { ...date, day: date.month, month: date.day }] : [date]

function agree(claim: DateSpan, source: DateSpan): boolean | null {
  const order = orderOf(claim, source)
  if (order !== null) return order
  let shared = 0
  if (claim.year !== null && source.year !== null) {
    shared += 1
    const overlap = claim.year <= source.year + source.reach && source.year <= claim.year + claim.reach
    if (!overlap) return false
  }
  for (const part of ['month', 'day'] as const) {
    if (claim[part] === null || source[part] === null) continue
    shared += 1
    if (claim[part] !== source[part]) return false
  }
  return shared === 0 ? null : true
}

/** `before 1990` beside `1987`, and `before 1990` beside `after 1990`; null where no such order decides. */
function orderOf(claim: DateSpan, source: DateSpan): boolean | null {
  if (claim.year === null || source.year === null) return null
  if (claim.relation === 'on' || source.relation !== 'on') {
    const opposed = claim.relation !== 'on' && source.relation !== 'on' && claim.relation !== source.relation
    return opposed && claim.year === source.year ? false : null
  }
  if (claim.year === source.year) return null
  return claim.relation === 'before' ? source.year < claim.year : source.year > claim.year
}
