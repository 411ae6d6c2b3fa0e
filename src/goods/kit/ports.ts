/** What lines do for each other, by the name of the port. A port that is not there is undefined. */
export type { Screening, ScreeningPort } from '../../sources/screening-port.ts'
