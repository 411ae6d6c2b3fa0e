import { luck, seedOf } from '../../../src/goods/kit/stand-ins.ts'
import { publishedFrom } from '../energy/day-prices.ts'

/** Price levels of the sandbox's bidding zones, in EUR/MWh. */
const levels: Readonly<Record<string, number>> = {
  'DE-LU': 92,
  AT: 95,
  BE: 88,
  CH: 99,
  CZ: 94,
  DK1: 84,
  DK2: 86,
  FR: 71,
  HU: 104,
  'IT-North': 112,
  NL: 90,
  NO2: 68,
  PL: 101,
  SE4: 63,
  SI: 100,
  EE: 83,
  FI: 57,
  LV: 85,
  LT: 85,
}

export function knowsZone(zone: string): boolean {
  return Object.hasOwn(levels, zone)
}

/** Whether the prices of a day are published: they are from the afternoon of the day before. */
export function isOut(day: string, now: number): boolean {
  return publishedFrom(day) <= now
}

/** A bump of a day: 1 at an hour, and 0 from so many hours before and after it on. */
function bump(hour: number, top: number, width: number): number {
  return Math.abs(hour - top) < width ? Math.cos(((hour - top) / width) * (Math.PI / 2)) ** 2 : 0
}

const windSeed = seedOf('wind')
const sunSeed = seedOf('sun')

/** Between 0 and 1, from one day's luck to the next one's without a jump. */
function weather(seed: number, days: number): number {
  const day = Math.floor(days)
  return luck(seed, day) + (luck(seed, day + 1) - luck(seed, day)) * (days - day)
}

/**
 * The price that begins at a moment: high in the morning and in the evening, lower at night and at weekends, low and in summer sometimes
 * negative when the sun shines, and lower while the wind blows.
 */
export function priceAt(zone: string, at: number): number {
  const days = at / 86_400_000
  const day = Math.floor(days)
  const hour = (days - day) * 24
  const summer = (1 + Math.cos((2 * Math.PI * ((day % 365.25) - 172)) / 365.25)) / 2
  const sunshine = (0.25 + 0.75 * weather(sunSeed, days)) * (0.35 + 0.85 * summer)
  const shape = 1 - 0.15 * bump(hour, 2, 4) + 0.22 * bump(hour, 7, 3) - sunshine * bump(hour, 11.75, 5.5) + 0.42 * bump(hour, 18, 4)
  // 1970 began on a Thursday.
  const weekend = (day + 4) % 7 === 0 || (day + 4) % 7 === 6 ? 0.86 : 1
  const level = (levels[zone] ?? 80) * weekend * (1.2 - 0.4 * weather(windSeed, days))
  const aside = (luck(seedOf(zone), Math.floor(at / 900_000)) - 0.5) * 0.06
  return Math.round(level * (shape + aside) * 100) / 100
}
