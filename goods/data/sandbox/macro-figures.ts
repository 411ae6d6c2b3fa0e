import { frankfurtDay, shiftDay } from '../../../src/goods/kit/time.ts'
import { luck, seedOf } from '../../../src/goods/kit/stand-ins.ts'

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
} as const

export type MacroFigure = keyof typeof levels | 'population' | 'gdp'

/** Inhabitants in millions; other areas get a figure by their name. */
const millions: Readonly<Record<string, number>> = {
  EA21: 351,
  U2: 351,
  EMU: 351,
  EU27_2020: 450,
  EUU: 450,
  DE: 83.5,
  FR: 68.6,
  IT: 58.9,
  ES: 49.1,
  PL: 36.5,
  RO: 19,
  NL: 18,
  BE: 11.9,
  CZ: 10.9,
  SE: 10.6,
  PT: 10.7,
  GR: 10.4,
  EL: 10.4,
  HU: 9.5,
  AT: 9.2,
  BG: 6.4,
  DK: 6,
  FI: 5.6,
  SK: 5.4,
  IE: 5.4,
  HR: 3.9,
  LT: 2.9,
  SI: 2.1,
  LV: 1.9,
  EE: 1.4,
  CY: 1,
  LU: 0.7,
  MT: 0.6,
  US: 342,
  GB: 69.5,
  CN: 1408,
  IN: 1451,
  JP: 123.7,
  BR: 212,
  CA: 41.5,
  AU: 27.4,
  KR: 51.7,
  MX: 131,
  ID: 284,
  TR: 85.7,
  CH: 9.1,
  NO: 5.6,
  ZA: 64,
  NG: 233,
  EG: 117,
  PK: 251,
}

/** A figure from 0 to 1 of an area, the same every time, so that areas differ. */
function temper(area: string): number {
  return [...area].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 97, 7) / 97
}

/** Months since the year 0 at the start of a period. */
function monthOf(period: string): number {
  const [, year = '', quarter, month] = /^(\d{4})(?:-Q(\d)|-(\d\d))?$/.exec(period) ?? []
  return Number(year) * 12 + (quarter ? Number(quarter) * 3 - 3 : Number(month ?? 1) - 1)
}

/** People, and dollars in all: they grow a little every year. */
function countOf(figure: 'population' | 'gdp', area: string, month: number): number {
  const years = month / 12 - 2_025
  const people = (millions[area] ?? 0.5 + 40 * temper(area)) * 1_000_000 * 1.003 ** years
  return Math.round(figure === 'population' ? people : people * (12_000 + 60_000 * temper(area)) * 1.03 ** years)
}

/** The figure of an area for a period, to one decimal, or whole where it is a count. It drifts slowly, by a tenth or so from month to month. */
export function macroFigure(figure: MacroFigure, area: string, period: string): number {
  const month = monthOf(period)
  if (figure === 'population' || figure === 'gdp') return countOf(figure, area, month)
  const drift = 0.12 * Math.sin(month / 40 + 6 * temper(area)) + 0.03 * luck(seedOf(`${figure} ${area}`), month)
  return Math.round(levels[figure] * (0.6 + 0.8 * temper(area) + drift) * 10) / 10
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
