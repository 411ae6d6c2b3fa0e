/** The UTC hour of a moment, as 2026-11-21T09. */
export function hourOf(at: number): string {
  return new Date(at).toISOString().slice(0, 13)
}

export function secondsToNextHour(at: number): number {
  return 3600 - (Math.floor(at / 1000) % 3600)
}
