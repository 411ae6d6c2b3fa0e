/** Calendar days, for lines of goods. */
export { hasPassed, lastSecond, utcDay } from '../../shared/clock.ts'
export { frankfurtDay } from '../../sources/formats/frankfurt-time.ts'
