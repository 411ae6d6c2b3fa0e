import { freeCallBelow } from '../../../src/gate/terms.ts'
import type { BookRow, Books } from './rows.ts'

/** The clock of a process may be put back by so much between two entries. */
const clockOffMs = 6_000
/** Of a free call that was claimed and served, and never given up in between. */
const straightEpoch = 2

/** A wallet has its first call free, once, and no other. */
export function checkFreeCalls({ payments }: Books): string[] {
  const byPayer = Map.groupBy(payments, ({ payer }) => payer)
  return [...byPayer].flatMap(([payer, rows]) => {
    const who = payer.slice(0, 10)
    const free = rows.filter(({ state }) => state === 'free')
    const late = free.filter((row) => hadPaidBefore(row, rows))
    return [
      ...(free.length > 1 ? [`${who} had ${free.length} first calls free`] : []),
      ...late.map(({ id }) => `${who} had receipt ${id.slice(0, 8)} free as its first call, and had paid before`),
    ]
  })
}

/** Where an earlier call below the limit came to nothing, or was charged on a full day, the wallet has rightly kept its grant. */
function hadPaidBefore(free: BookRow, rows: readonly BookRow[]): boolean {
  if (free.epoch !== straightEpoch || rows.some((row) => row !== free && row.nonce !== null && row.amount < freeCallBelow)) return false
  return rows.some(({ settledAt }) => settledAt !== null && settledAt + clockOffMs < free.claimedAt)
}
