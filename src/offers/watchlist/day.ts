import { utcDay } from '../../shared/clock.ts'

/** A calendar day in UTC: `2026-10-05`. */
export type Day = string

const dayMs = 86_400_000

/** The day that is so many days before another one. */
export function daysBefore(day: Day, days: number): Day {
  return utcDay(Date.parse(`${day}T00:00:00.000Z`) - days * dayMs)
}
