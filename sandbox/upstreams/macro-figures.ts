import { frankfurtDay, shiftDay } from '../../src/sources/formats/frankfurt-time.ts'

/** Round figures of the sandbox's economies; the values vary around them. */
const levels = {
  hicp: 2.1,
  inflation: 2.4,
  unemployment: 6.1,
  growth: 1.3,
  growthQuarterly: 1.1,
  debt: 68.4,
  balance: -2.7,
  yield: 2.9,
  population: 10_000_000,
  gdp: 480_000_000_000,
} as const

export type MacroFigure = keyof typeof levels

/** A figure from 0 to 1 of an area, the same every time, so that areas differ. */
function temper(area: string): number {
  return [...area].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 97, 7) / 97
}

/** The figure of an area for a period, to one decimal, or whole where it is a count. */
export function macroFigure(figure: MacroFigure, area: string, period: string): number {
  const level = levels[figure]
  const swing = 0.25 * Math.sin(Number(period.replaceAll(/\D/g, '')) / 3)
  const value = level * (0.5 + temper(area) + swing)
  return level > 1_000 ? Math.round(value) : Math.round(value * 10) / 10
}

/** The last months, quarters or years that already have figures, oldest first. */
export function periodsUntil(now: number, frequency: 'M' | 'Q' | 'A', count: number): string[] {
  const lag = { M: 1, Q: 4, A: 12 }[frequency]
  const step = { M: 1, Q: 3, A: 12 }[frequency]
  const today = frankfurtDay(now)
  const month = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - lag
  return Array.from({ length: count }, (_, index) => periodOf(month - (count - 1 - index) * step, frequency))
}

function periodOf(month: number, frequency: 'M' | 'Q' | 'A'): string {
  const year = Math.floor(month / 12)
  if (frequency === 'A') return String(year)
  return frequency === 'Q' ? `${year}-Q${Math.floor((month % 12) / 3) + 1}` : `${year}-${String((month % 12) + 1).padStart(2, '0')}`
}

/** The last days without weekends, oldest first. */
export function workdaysUntil(now: number, count: number): string[] {
  const days: string[] = []
  for (let day = shiftDay(frankfurtDay(now), -1); days.length < count; day = shiftDay(day, -1)) {
    if (![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())) days.unshift(day)
  }
  return days
}

/** Rates of the ECB by instrument, with the days from which they were valid. */
export const keyRates: Readonly<Record<string, readonly (readonly [day: string, rate: number])[]>> = {
  MRR_FR: [
    ['2024-06-12', 4.25],
    ['2024-09-18', 3.65],
    ['2024-12-18', 3.15],
    ['2025-06-11', 2.15],
  ],
  DFR: [
    ['2024-06-12', 3.75],
    ['2024-09-18', 3.5],
    ['2024-12-18', 3],
    ['2025-06-11', 2],
  ],
  MLFR: [
    ['2024-06-12', 4.5],
    ['2024-09-18', 3.9],
    ['2024-12-18', 3.4],
    ['2025-06-11', 2.4],
  ],
}

export const unionMembers = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
