import fc from 'fast-check'
import { doesAll } from './runs.ts'

/** Of a property that says no number of its own; fast-check tries a hundred unless told. */
const numRuns = 40

/**
 * `npm test` tries the same examples every time, so that it fails only for what was changed. `npm run test:slow` draws new ones, and
 * more of them.
 */
if (!doesAll) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_124, numRuns })
