import type { DateSpan } from './read-dates.ts'

/** Whether two dates can be one: true, false, or null where they have no part in common. */
export function datesAgree(claim: DateSpan, source: DateSpan): boolean | null {
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
