import { z } from '../../../src/goods/door.ts'

const date = /^(\d{4}-\d{2}-\d{2})(Z|[+-]\d{2}:\d{2})?$/
const time = /^(\d{2}:\d{2})(:\d{2})?(?:\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?$/
const realDay = z.iso.date()

/** The calendar day that TED writes, with the offset that follows it ignored: `2026-05-04` of `2026-05-04+02:00`. Null for no day. */
export function dayOf(given: unknown): string | null {
  if (typeof given !== 'string') return null
  const day = /^(\d{4}-\d{2}-\d{2})(?![\d-])/.exec(given)?.[1]
  return day !== undefined && realDay.safeParse(day).success ? day : null
}

/**
 * The moments of deadlines in ISO form, the earliest first. Dates and times are two lists with a member for each lot. Where a date
 * has no time, the deadline is the end of that day. A date or time that is not in TED's form is left out.
 */
export function deadlinesOf(dates: readonly unknown[], times: readonly unknown[]): string[] {
  const aligned = times.length === dates.length
  const moments = dates.flatMap((given, index) => {
    const at = momentOf(given, aligned ? times[index] : times.length === 1 ? times[0] : undefined)
    return at === null ? [] : [at]
  })
  return [...new Set(moments)].sort()
}

function momentOf(givenDate: unknown, givenTime: unknown): string | null {
  const [, day, dateOffset = 'Z'] = date.exec(String(givenDate)) ?? []
  if (day === undefined || !realDay.safeParse(day).success) return null
  const [, minutes = '23:59', seconds = minutes === '23:59' ? ':59' : ':00', timeOffset = dateOffset] = time.exec(String(givenTime)) ?? []
  const at = Date.parse(`${day}T${minutes}${seconds}${timeOffset}`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
