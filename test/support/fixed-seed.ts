import fc from 'fast-check'
import { doesAll } from './runs.ts'

/**
 * `npm test` tries the same examples every time, so that it fails only for what was changed. `npm run test:slow` draws new ones, and
 * more of them.
 */
if (!doesAll) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_124 })
