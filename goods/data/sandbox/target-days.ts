import { isWeekend, shiftDay } from '../../../src/goods/kit/time.ts'

/** Holidays of the euro's payment system, on which the ECB fixes no rates. */
function isHoliday(day: string): boolean {
  const year = Number(day.slice(0, 4))
  if (['-01-01', '-05-01', '-12-25', '-12-26'].includes(day.slice(4))) return true
  const easter = easterSunday(year)
  return day === shiftDay(easter, -2) || day === shiftDay(easter, 1)
}

/** By the rule of the Gregorian calendar: the Sunday after the first full moon of spring. */
function easterSunday(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const epact = (19 * golden + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30
  const moon = epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  const days = moon - weekday
  return shiftDay(`${year}-03-28`, days)
}

export function isTargetDay(day: string): boolean {
  return !isWeekend(day) && !isHoliday(day)
}
