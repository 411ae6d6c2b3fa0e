const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A wall-clock time in Frankfurt on a day (YYYY-MM-DD), in milliseconds. Only for hours that exist once on every day (not 2 to 3 a.m.). */
export function frankfurtMoment(day: string, hour: number, minute: number): number {
  const winter = Date.parse(`${day}T00:00:00Z`) + hour * hourMs + minute * 60_000 - hourMs
  return inSummerTime(winter) ? winter - hourMs : winter
}

/** The day (YYYY-MM-DD) in Frankfurt at a moment in milliseconds. */
export function frankfurtDay(at: number): string {
  return new Date(at + (inSummerTime(at) ? 2 : 1) * hourMs).toISOString().slice(0, 10)
}

/** Summer time in the EU: from 01:00 UTC on the last Sunday of March to 01:00 UTC on the last Sunday of October. */
function inSummerTime(at: number): boolean {
  const year = new Date(at).getUTCFullYear()
  return at >= lastSunday(year, 2) + hourMs && at < lastSunday(year, 9) + hourMs
}

function lastSunday(year: number, month: number): number {
  const lastDay = Date.UTC(year, month, 31)
  return lastDay - new Date(lastDay).getUTCDay() * dayMs
}

/** The UTC day that is `days` later, or earlier when negative. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

export function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
}

/** Whole days from one day (YYYY-MM-DD) to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}
