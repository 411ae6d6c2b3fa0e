import { freeCallBelow } from '../../../src/gate/terms/terms.ts'
import type { BookRow, Books } from './read-books.ts'

/** The clock of a process may be set back by this much between two entries. */
const clockOffMs = 6_000
/** Epoch of a free call that was claimed and served without a release in between. */
const straightEpoch = 2

/** A wallet has one free call: its first. */
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

/** If an earlier call below the price limit failed, or was charged because the day was full, the wallet rightly kept its grant. */
function hadPaidBefore(free: BookRow, rows: readonly BookRow[]): boolean {
  if (free.epoch !== straightEpoch || rows.some((row) => row !== free && row.nonce !== null && row.amount < freeCallBelow)) return false
  return rows.some(({ settledAt }) => settledAt !== null && settledAt + clockOffMs < free.claimedAt)
}
