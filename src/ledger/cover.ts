import type { Cell, Row } from '../store/store.ts'
import { owed } from './payment-row.ts'

/** Columns of `outstandingOf`. */
export const outstandingColumns = `
  (SELECT coalesce(sum(amount), 0) FROM payments WHERE payer = ? AND network = ? AND ${owed}) AS in_flight,
  (SELECT coalesce(sum(amount), 0) FROM payments WHERE payer = ? AND network = ? AND state = 'settled' AND block_number > ?) AS later`

export function outstandingCells(network: string, payer: string, block: bigint): Cell[] {
  return [payer, network, payer, network, block]
}

/** What the payer's balance at `block` must still pay on this network: claims in flight, and settlements of later blocks. */
export function outstandingOf(row: Row): bigint {
  return (row['in_flight'] as bigint) + (row['later'] as bigint)
}
