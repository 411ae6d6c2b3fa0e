import type { Row, SqliteTransaction } from '../../../store/store.ts'
import { outstandingCells, outstandingColumns, outstandingOf } from './cover.sqlite.ts'
import type { ClaimInput } from '../../ledger.ts'
import { unchargedRunsCells, unchargedRunsColumn, unchargedRunsOf } from '../../quotas/uncharged-runs.ts'

/** What a claim must know about the payer and about the first key that it would take. */
export interface PayerFacts {
  /** Zero where the payer is not barred now. */
  readonly barredUntil: number
  readonly runs: number
  /** Id of the hot payment that holds the key. */
  readonly holder: string | null
  readonly outstanding: bigint
  /** The payment that has the wallet's free call; null where it was never granted. */
  readonly freeGrant: string | null
}

const facts = `SELECT
  (SELECT until FROM barred WHERE payer = ? AND until > ?) AS barred_until,
  ${unchargedRunsColumn},
  (SELECT payment_id FROM identities WHERE identity = ?) AS holder,
  ${outstandingColumns},
  (SELECT payment_id FROM free_grants WHERE payer = ?) AS free_grant`

/** In one statement, since every statement has a fixed cost and every claim needs all of this. */
export function payerFacts(transaction: SqliteTransaction, payer: string, identity: string, input: ClaimInput): PayerFacts {
  const row: Row = transaction.get(
    facts,
    payer,
    BigInt(input.now),
    ...unchargedRunsCells(input.unchargedRuns.hour, { payer, client: input.client }),
    identity,
    ...outstandingCells(input.network, payer, input.block),
    payer,
  )!
  return {
    barredUntil: Number(row['barred_until'] ?? 0n),
    runs: unchargedRunsOf(row),
    holder: row['holder'] as string | null,
    outstanding: outstandingOf(transaction, input.network, payer, row),
    freeGrant: row['free_grant'] as string | null,
  }
}
