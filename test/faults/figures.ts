import type { Hex } from '../../src/shared/bytes.ts'
import { formatUsd } from '../../src/shared/money.ts'
import type { ChainTransfer } from './chain-books.ts'
import type { LedgerRow } from './ledger-books.ts'
import { ways, type Purchase } from './purchase.ts'

export function presentedByWay(purchases: readonly Purchase[]): Record<string, number> {
  const presented = purchases.filter(({ tries }) => tries > 0)
  return {
    'payments presented': presented.length,
    ...Object.fromEntries(ways.map((way) => [`  by ${way}`, presented.filter((purchase) => purchase.way === way).length])),
  }
}

/** Milliseconds from the first try to the answer, of every answered purchase. */
export function timesUntilAnswered(purchases: readonly Purchase[]): number[] {
  return purchases.flatMap(({ firstTriedAt, answeredAt }) =>
    answeredAt === null || firstTriedAt === null ? [] : [answeredAt - firstTriedAt],
  )
}

/** Whether a row of the ledger is for money that we have on the chain. */
export function isBookedIn(transfers: readonly ChainTransfer[]): (row: LedgerRow) => boolean {
  const made = new Set(transfers.map(({ transaction }) => transaction))
  return (row) => (row.state === 'settled' && !row.theft) || (row.state === 'credit' && made.has(row.transaction as Hex))
}

/** Sums of the ledger and of the chain per network, in dollars. */
export function sumsByNetwork(
  networks: readonly { readonly id: string; readonly slug: string }[],
  rows: readonly LedgerRow[],
  transfers: readonly ChainTransfer[],
): Record<string, string> {
  const isBooked = isBookedIn(transfers)
  const sums = networks.flatMap(({ id, slug }) => {
    const booked = rows.filter((row) => row.network === id && isBooked(row))
    const chain = transfers.filter((transfer) => transfer.network === id)
    return [
      [`ledger on ${slug}, USD`, formatUsd(booked.reduce((sum, { amount }) => sum + amount, 0n))],
      [`chain on ${slug}, USD`, formatUsd(chain.reduce((sum, { value }) => sum + value, 0n))],
    ]
  })
  return Object.fromEntries(sums) as Record<string, string>
}

/** Number of payments that were never answered, by their last problem code. */
export function refusalsByCode(purchases: readonly Purchase[]): Record<string, number> {
  const unanswered = purchases.filter(({ answers, tries }) => answers.length === 0 && tries > 0)
  const byCode = Map.groupBy(unanswered, ({ state, refusals }) => (state === 'refused' ? (refusals.at(-1)?.code ?? '?') : state))
  return Object.fromEntries(
    [...byCode].toSorted(([a], [b]) => a.localeCompare(b)).map(([code, all]) => [`not answered: ${code}`, all.length]),
  )
}

/** Nearest rank. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0
}
