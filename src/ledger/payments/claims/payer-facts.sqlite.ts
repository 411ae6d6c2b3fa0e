import type { Row, SqliteTransaction } from '../../../store/store.ts'
import { outstandingCells, outstandingColumns, outstandingOf } from './cover.sqlite.ts'
import { owed, owing } from '../payment-row.ts'
import type { ClaimInput } from '../../ledger.ts'
import { unchargedRunsCells, unchargedRunsColumns, unchargedRunsOf, type UnchargedRuns } from '../../quotas/uncharged-runs.ts'

/** What a claim must know about the payer and about the first key that it would take. */
export interface PayerFacts {
  /** Id of a payment that the payer owes. */
  readonly owing: string | null
  /** Zero where the payer is not barred now. */
  readonly barredUntil: number
  readonly runs: UnchargedRuns
  /** Its payments that are owed and not settled, on all networks. */
  readonly unsettled: number
  /** What it has settled, by the history of the ledger. */
  readonly settled: number
  /** Id of the hot payment that holds the key. */
  readonly holder: string | null
  readonly outstanding: bigint
  /** The payment that has the wallet's free call; null where it was never granted. */
  readonly freeGrant: string | null
}

const facts = `SELECT
  (SELECT min(id) FROM payments WHERE payer = ? AND ${owing}) AS owing,
  (SELECT until FROM barred WHERE payer = ? AND until > ?) AS barred_until,
  ${unchargedRunsColumns},
  (SELECT count(*) FROM payments WHERE payer = ? AND ${owed}) AS unsettled,
  (SELECT settled FROM payer_history WHERE payer = ?) AS settled,
  (SELECT payment_id FROM identities WHERE identity = ?) AS holder,
  ${outstandingColumns},
  (SELECT payment_id FROM free_grants WHERE payer = ?) AS free_grant`

/** In one statement, since every statement has a fixed cost and every claim needs all of this. */
export function payerFacts(transaction: SqliteTransaction, payer: string, identity: string, input: ClaimInput): PayerFacts {
  const row: Row = transaction.get(
    facts,
    payer,
    payer,
    BigInt(input.now),
    ...unchargedRunsCells(input.unchargedRuns.hour, payer, input.client),
    payer,
    payer,
    identity,
    ...outstandingCells(input.network, payer, input.block),
    payer,
  )!
  return {
    owing: row['owing'] as string | null,
    barredUntil: Number(row['barred_until'] ?? 0n),
    runs: unchargedRunsOf(row),
    unsettled: Number(row['unsettled']),
    settled: Number(row['settled'] ?? 0n),
    holder: row['holder'] as string | null,
    outstanding: outstandingOf(transaction, input.network, payer, row),
    freeGrant: row['free_grant'] as string | null,
  }
}
