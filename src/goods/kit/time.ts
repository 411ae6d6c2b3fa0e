/** Calendar days, for lines of goods. */
export { hasPassed, utcDay } from '../../shared/clock.ts'
export { frankfurtDay } from '../../sources/formats/frankfurt-time.ts'
