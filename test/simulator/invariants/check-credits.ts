import { maxRunsOfCredit } from '../../../src/gate/credit-rules.ts'
import type { World } from '../world/world.ts'
import type { BookRow, Books } from './read-books.ts'

/** Payments that are settled before their work: no work without one, three runs at most, and one end. */
export function checkCredits(world: World, { payments }: Books): string[] {
  const first = payments.filter(({ timing }) => timing === 'first')
  const begun = first.reduce((sum, { runs }) => sum + runs, 0)
  const found = first.flatMap((row) => oneEnd(row).map((what) => `receipt ${row.id.slice(0, 8)} ${what}`))
  // A run may be booked and end before it began; never the other way round. What is paid by a transfer pays before any work,
  // as often as its payer uses it.
  const { costly } = world.runCount
  const byTransfer = payments.some(({ offerId, nonce }) => offerId === 'costly' && nonce === null)
  if (costly > begun && !byTransfer) found.push(`work that costs us money was begun ${costly} times, and ${begun} runs are paid for`)
  return found
}

function oneEnd({ state, runs, settledAt, servedAt }: BookRow): string[] {
  const found: string[] = []
  if (runs > maxRunsOfCredit) found.push(`was run ${runs} times`)
  if (runs > 0 && settledAt === null && state !== 'refused' && state !== 'settling') found.push('was run and never settled')
  if (state === 'settled' && servedAt === null) found.push('is settled, and was never answered')
  if (state === 'credit' && servedAt !== null) found.push('was answered and is a credit')
  if (state === 'released' || state === 'uncharged' || state === 'served') found.push(`was ordered and is ${state}`)
  return found
}
