/** The time that a line is handed, and calendar days in UTC. */
export { utcDay, type Clock, type Timers } from '../../shared/clock.ts'
export { frankfurtDay } from '../../sources/formats/frankfurt-time.ts'
