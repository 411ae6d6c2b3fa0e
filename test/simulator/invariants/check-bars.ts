import { defaultPolicy } from '../../../src/settler/policy.ts'
import type { Books } from './read-books.ts'

/** A claim has the time of a moment ago, and the clock of a process may be set back by this much. */
const slackMs = 8_000

/** A payer who made a settlement fail has no claims by authorization for a while. */
export function checkBars({ barred, payments }: Books): string[] {
  return barred.flatMap(({ payer, until }) => {
    const since = until - defaultPolicy.barMs + slackMs
    const claims = payments.filter((row) => row.payer === payer && row.nonce !== null && row.claimedAt > since && row.claimedAt < until)
    return claims.map(({ id }) => `${payer.slice(0, 10)} is barred, and its receipt ${id.slice(0, 8)} was claimed`)
  })
}
