/** Calendar days, for lines of goods. */
export { hasPassed, lastSecond, unixSeconds, utcDay } from '../../shared/clock.ts'
export { daysBetween, frankfurtDay, frankfurtMoment, isWeekend, shiftDay } from '../../sources/formats/frankfurt-time.ts'
