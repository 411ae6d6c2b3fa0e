import { abortUnless } from '../../../store/postgres/abort-unless.ts'
import { byIndex, givenInputs, isAmong } from '../../../store/postgres/given-inputs.ts'
import { lostRace, type PostgresForm, type Row } from '../../../store/store.ts'
import {
  claimColumnTypes,
  countItems,
  dropOldKeys,
  itemsOf,
  joinIdentities,
  listColumns,
  paymentById,
  purchaseByKeys,
  takeKeys,
  writeClaimedRow,
} from './claim-parts.postgres.ts'
import { claimValues, claimedRow, type Keyed } from './claim-values.ts'
import { entitledSql, freeCallCells, freeCallColumns, isCrowdedSql, noteGrantsSql, takeFreeCallsSql } from '../../quotas/free-call.ts'
import type { ClaimInput, ClaimResult } from '../../ledger.ts'
import { columnsOf, paymentColumns } from '../payment-columns.ts'
import { owed, owing, paymentFromRow } from '../payment-row.ts'
import { paidOnChain } from '../payment-states.ts'
import { takeOptimisticLocks } from '../../optimistic-lock.postgres.ts'
import {
  limitReachedSql,
  runLimitColumns,
  runLimitValues,
  settledBeforeSql,
  unchargedRunsSql,
  type LimitedBy,
} from '../../quotas/uncharged-runs.ts'

const columns = {
  ...claimColumnTypes('authorization'),
  ...listColumns,
  ...freeCallColumns,
  ...runLimitColumns,
  unsettled_base: 'int8',
  unsettled_max: 'int8',
  balance: 'text',
} as const

/** Whether the claims that were admitted got everything they need: all identities, all keys and their rows. */
const allTaken = `(SELECT count(*) FROM owned) = ${countItems('identity_list')} AND (SELECT count(*) FROM keyed) = ${countItems('key_list')}
          AND (SELECT count(*) FROM claimed) = (SELECT count(*) FROM decided)`

/**
 * The claim on PostgreSQL, of a set of payers. It decides from many rows of a payer (cover, first call free, keys), so it takes each payer's
 * optimistic lock: of two claims at once, one is run again and sees the other. Other units need no lock: they only reduce what a payer owes,
 * or would be refused themselves, so the claim may be ordered before them. A key that another unit takes without the lock, such as
 * a settlement, shows in the number of rows: then the whole set is undone, and each of its claims is run alone. So it is with two claims
 * of one set that want the same row, which PostgreSQL refuses to change twice.
 */
export const claimStatement: PostgresForm<Keyed<ClaimInput>, ClaimResult> = {
  text: `WITH given AS (
      ${givenInputs(columns)}
    ), facts AS MATERIALIZED (
      SELECT g.*, holders.taken, holders.released, ${purchaseByKeys} AS bought,
        (SELECT min(id) FROM payments WHERE payer = g.payer AND ${owing}) AS owing,
        (SELECT until FROM barred WHERE payer = g.payer AND until > g.claimed_at) AS barred_until, runs.*,
        ${settledBeforeSql} AS settled, owed.under_way,
        (owed.amount_here + (SELECT coalesce(sum(amount), 0) FROM payments
          WHERE payer = g.payer AND network = g.network AND ${paidOnChain} AND block_number > g.claim_block))::int8 AS outstanding,
        (SELECT payment_id FROM free_grants WHERE payer = g.payer) AS free_grant
      FROM given g CROSS JOIN LATERAL (
        SELECT (array_agg(p.id ORDER BY own.item) FILTER (WHERE p.state <> 'released'))[1] AS taken, (array_agg(p.id ORDER BY own.item))[1] AS released
        FROM ${itemsOf('g.identity_list', 'own (identity, item)')} JOIN identities i ON ${byIndex('i.identity', 'own.identity')}
        JOIN payments p ON ${byIndex('p.id', 'i.payment_id')}
      ) AS holders CROSS JOIN LATERAL (
        SELECT count(*) AS under_way, coalesce(sum(amount) FILTER (WHERE network = g.network), 0) AS amount_here FROM payments WHERE payer = g.payer AND ${owed}
      ) AS owed CROSS JOIN LATERAL (${unchargedRunsSql}) AS runs
    ), verdict AS (
      SELECT g.*, 'payer:' || payer AS lock, ${limitReachedSql} AS limited_by, least(unsettled_max, unsettled_base + settled) AS unsettled_limit, ${entitledSql} AS entitled, CASE
        WHEN owing IS NOT NULL THEN 'owing'
        WHEN barred_until IS NOT NULL THEN 'barred'
        WHEN (${limitReachedSql}) IS NOT NULL THEN 'too_many_uncharged_runs'
        WHEN taken IS NOT NULL THEN 'taken'
        WHEN bought IS NOT NULL THEN 'key_taken'
        WHEN outstanding + amount > balance::numeric THEN 'not_covered'
        WHEN under_way >= least(unsettled_max, unsettled_base + settled) THEN 'too_many_unsettled'
        ELSE 'claimed' END AS result FROM facts g
    ), locked AS (
      ${takeOptimisticLocks(`SELECT lock, 1 FROM verdict WHERE result = 'claimed'`)}
    ), mine AS (
      SELECT * FROM verdict WHERE result = 'claimed' AND ${isAmong('lock', 'SELECT name FROM locked')}
    ), used AS (
      ${takeFreeCallsSql}
    ), decided AS (
      SELECT m.*, coalesce(m.released, m.id) AS payment_id, (m.entitled AND used.client IS NOT NULL)::int AS free, 0::int2 AS theft, b.keys AS old_keys,
        CASE WHEN m.released IS NULL THEN m.identity_list
          ELSE ${joinIdentities('b.identities', 'jsonb_array_elements_text(m.identity_list::jsonb)')} END AS identities
      FROM mine m LEFT JOIN used ON used.client = m.free_client AND used.day = m.free_day LEFT JOIN payments b ON ${byIndex('b.id', 'm.released')}
      WHERE NOT (${isCrowdedSql})
    ), granted AS (
      ${noteGrantsSql}
    ), owned AS (
      INSERT INTO identities (identity, payment_id)
      SELECT own.identity, d.payment_id FROM decided d, ${itemsOf('d.identity_list', 'own (identity, item)')} ORDER BY own.identity
      ON CONFLICT (identity) DO UPDATE SET payment_id = excluded.payment_id WHERE identities.payment_id = (
        SELECT id FROM payments WHERE id = (SELECT seen.payment_id FROM identities seen WHERE seen.identity = identities.identity)) RETURNING identity
    ), dropped AS (
      ${dropOldKeys('d.old_keys')}
    ), keyed AS (
      ${takeKeys}
    ), claimed AS (
      ${writeClaimedRow('authorization')}
    ), ended AS (
      SELECT position, result, barred_until, outstanding, limited_by, unsettled_limit, true AS decided, free AS decided_free, NULL AS shown, released FROM decided
      UNION ALL SELECT position, result, barred_until, outstanding, limited_by, unsettled_limit, false, 0,
        CASE result WHEN 'owing' THEN owing WHEN 'taken' THEN taken WHEN 'key_taken' THEN bought END, NULL
      FROM verdict WHERE NOT ${isAmong('position', 'SELECT position FROM decided')}
    ) SELECT e.position, e.result, e.barred_until, e.outstanding, e.limited_by, e.unsettled_limit, e.decided::int, e.decided_free,
        ${columnsOf('p')}, ${abortUnless(allTaken)} AS all_taken
      FROM ended e LEFT JOIN LATERAL (
        ${paymentById('e.shown')} UNION ALL SELECT ${paymentColumns} FROM claimed WHERE e.released IS NOT NULL AND id = e.released
      ) AS p ON true`,
  values: (input) => ({
    ...claimValues(input),
    ...freeCallCells(input.freeCall),
    id: input.id,
    identity_list: JSON.stringify([...new Set(input.identities)]),
    key_list: JSON.stringify([...new Set(input.keys)]),
    keys_until: BigInt(input.keysUntil),
    ...runLimitValues(input.unchargedRuns, { proven: true, contract: input.contract }),
    unsettled_base: BigInt(input.unsettled.base),
    unsettled_max: BigInt(input.unsettled.max),
    balance: input.balance.toString(),
  }),
  result([row], input) {
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
        return row!['decided'] === 0n
          ? lostRace
          : { result: 'claimed', payment: paymentFromRow(row!['id'] === null ? newRow(row!, input) : row!) }
      case 'owing':
      case 'taken':
      case 'key_taken':
        return { result: row!['result'] as 'owing' | 'taken' | 'key_taken', payment: paymentFromRow(row!) }
    }
  },
  orderKey: ({ payer }) => payer.toLowerCase(),
  brief: true,
  set: true,
}

/** The row is made from the cells that went in, so the server does not send it back. */
function newRow(row: Row, input: Keyed<ClaimInput>): Row {
  return claimedRow({ id: input.id, free: row['decided_free'] === 1n, theft: false, identities: input.identities }, claimValues(input))
}
