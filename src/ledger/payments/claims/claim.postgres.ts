import { abortUnless } from '../../../store/postgres/abort-unless.ts'
import { lostRace, type PostgresForm } from '../../../store/store.ts'
import { purchaseByKeys, writeClaimedRow, joinIdentities, takeKeys, dropOldKeys, shownPayment } from './claim-parts.postgres.ts'
import { claimValues, type Keyed } from './claim-values.ts'
import { freeCallCells, takeFreeCallSql } from '../../quotas/free-call.ts'
import type { ClaimInput, ClaimResult } from '../../ledger.ts'
import { columnsOf } from '../payment-columns.ts'
import { owed, owing, paymentFromRow } from '../payment-row.ts'
import { paidOnChain } from '../payment-states.ts'
import { takeOptimisticLock } from '../../optimistic-lock.postgres.ts'
import { limitReachedSql, runLimitValues, settledBeforeSql, unchargedRunsSql, type LimitedBy } from '../../quotas/uncharged-runs.ts'

/** Whether the claim that was decided got everything it needs: all identities, all keys and its row. */
const allTaken = `(SELECT count(*) FROM owned) = cardinality(:identity_list::text[])
          AND (SELECT count(*) FROM keyed) = cardinality(:key_list::text[]) AND EXISTS (SELECT 1 FROM claimed)`

/**
 * The claim on PostgreSQL. It decides from many rows of a payer (cover, first call free, keys), so it takes the payer's optimistic
 * lock: of two claims at once, one is run again and sees the other. Other units need no lock: they only reduce what a payer owes,
 * or would be refused themselves, so the claim may be ordered before them. A key that another unit takes without the lock, such as
 * a settlement, shows in the number of rows: then the whole claim is undone.
 */
export const claimStatement: PostgresForm<Keyed<ClaimInput>, ClaimResult> = {
  text: `WITH holders AS (
      SELECT given.position, p.id, p.state, p.keys, p.identities FROM unnest(:identity_list::text[]) WITH ORDINALITY AS given (identity, position)
      JOIN identities i ON i.identity = given.identity JOIN payments p ON p.id = i.payment_id
    ), taken AS (
      SELECT id FROM holders WHERE state <> 'released' ORDER BY position LIMIT 1
    ), released AS (
      SELECT id, keys, identities FROM holders ORDER BY position LIMIT 1
    ), bought AS (
      ${purchaseByKeys}
    ), facts AS (
      SELECT (SELECT min(id) FROM payments WHERE payer = :payer AND ${owing}) AS owing,
        (SELECT until FROM barred WHERE payer = :payer AND until > :claimed_at) AS barred_until, runs.*,
        ${settledBeforeSql} AS settled,
        (SELECT count(*) FROM payments WHERE payer = :payer AND ${owed}) AS under_way,
        ((SELECT coalesce(sum(amount), 0) FROM payments WHERE payer = :payer AND network = :network AND ${owed})
          + (SELECT coalesce(sum(amount), 0) FROM payments
             WHERE payer = :payer AND network = :network AND ${paidOnChain} AND block_number > :claim_block))::int8 AS outstanding,
        (SELECT payment_id FROM free_grants WHERE payer = :payer) AS free_grant FROM (${unchargedRunsSql}) AS runs
    ), verdict AS (
      SELECT CASE
        WHEN owing IS NOT NULL THEN 'owing'
        WHEN barred_until IS NOT NULL THEN 'barred'
        WHEN (${limitReachedSql}) IS NOT NULL THEN 'too_many_uncharged_runs'
        WHEN EXISTS (SELECT 1 FROM taken) THEN 'taken'
        WHEN EXISTS (SELECT 1 FROM bought) THEN 'key_taken'
        WHEN outstanding + :amount::int8 > :balance::numeric THEN 'not_covered'
        WHEN under_way >= least(:unsettled_max::int8, :unsettled_base::int8 + settled) THEN 'too_many_unsettled'
        ELSE 'claimed' END AS result, owing, barred_until, outstanding, ${limitReachedSql} AS limited_by,
        least(:unsettled_max::int8, :unsettled_base::int8 + settled) AS unsettled_limit FROM facts
    ), locked AS (
      ${takeOptimisticLock(`'payer:' || :payer`, `EXISTS (SELECT 1 FROM verdict WHERE result = 'claimed')`)}
    ), ${takeFreeCallSql('coalesce((SELECT id FROM released), :id)')}, decided AS (
      SELECT coalesce((SELECT id FROM released), :id) AS id, (SELECT count(*) FROM used)::int2 AS free, 0::int2 AS theft,
        ${joinIdentities('(SELECT identities FROM released)', ':identity_list::text[]')} AS identities FROM locked
    ), owned AS (
      INSERT INTO identities (identity, payment_id)
      SELECT given.identity, d.id FROM decided d, unnest(:identity_list::text[]) AS given (identity) ORDER BY given.identity
      ON CONFLICT (identity) DO UPDATE SET payment_id = excluded.payment_id
        WHERE identities.payment_id IN (SELECT holders.id FROM holders) RETURNING identity
    ), dropped AS (
      ${dropOldKeys('released')}
    ), keyed AS (
      ${takeKeys}
    ), claimed AS (
      ${writeClaimedRow('authorization')}
    ), shown AS (
      SELECT CASE result WHEN 'owing' THEN owing WHEN 'taken' THEN (SELECT id FROM taken) WHEN 'key_taken' THEN (SELECT id FROM bought) END AS id FROM verdict
    ) SELECT v.result, v.barred_until, v.outstanding, v.limited_by, v.unsettled_limit, (SELECT count(*) FROM locked) AS locks, ${columnsOf('p')},
        ${abortUnless(`NOT EXISTS (SELECT 1 FROM locked) OR (${allTaken})`)} AS all_taken
      FROM verdict v LEFT JOIN (${shownPayment}) AS p ON true`,
  values: (input) => ({
    ...claimValues(input),
    ...freeCallCells(input.freeCall),
    id: input.id,
    identity_list: [...new Set(input.identities)],
    key_list: [...new Set(input.keys)],
    keys_until: BigInt(input.keysUntil),
    ...runLimitValues(input.unchargedRuns, { proven: true, contract: input.contract }),
    unsettled_base: BigInt(input.unsettled.base),
    unsettled_max: BigInt(input.unsettled.max),
    balance: input.balance,
  }),
  result([row]) {
    switch (row!['result'] as ClaimResult['result']) {
      case 'barred':
        return { result: 'barred', until: Number(row!['barred_until']) }
      case 'not_covered':
        return { result: 'not_covered', outstanding: row!['outstanding'] as bigint }
      case 'too_many_uncharged_runs':
        return { result: 'too_many_uncharged_runs', by: row!['limited_by'] as LimitedBy }
      case 'too_many_unsettled':
        return { result: 'too_many_unsettled', limit: Number(row!['unsettled_limit']) }
      case 'claimed':
        return row!['locks'] === 0n ? lostRace : { result: 'claimed', payment: paymentFromRow(row!) }
      case 'owing':
      case 'taken':
      case 'key_taken':
        return { result: row!['result'] as 'owing' | 'taken' | 'key_taken', payment: paymentFromRow(row!) }
    }
  },
  orderKey: ({ payer }) => payer.toLowerCase(),
  brief: true,
}
