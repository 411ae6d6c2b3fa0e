/** The UTC hour of a moment, as 2026-11-21T09. */
export function hourOf(at: number): string {
  const hour = Math.floor(at / hourMs)
  if (hour !== last.hour) last = { hour, text: new Date(at).toISOString().slice(0, 13) }
  return last.text
}

/** Asked of every call, and the same one for an hour. */
let last = { hour: -1, text: '' }
const hourMs = 3_600_000

export function secondsToNextHour(at: number): number {
  return 3600 - (Math.floor(at / 1000) % 3600)
}
