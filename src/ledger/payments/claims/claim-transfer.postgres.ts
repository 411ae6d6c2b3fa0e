import { abortUnless } from '../../../store/postgres/abort-unless.ts'
import { lostRace, type PostgresForm } from '../../../store/store.ts'
import { givenInput } from '../../../store/postgres/given-inputs.ts'
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
import { transferValues, type Keyed } from './claim-values.ts'
import { theftIdentity, transferIdentities } from '../identity.ts'
import type { ClaimTransferInput, ClaimTransferResult } from '../../ledger.ts'
import { columnsOf, paymentColumns } from '../payment-columns.ts'
import { paymentFromRow } from '../payment-row.ts'
import { takeOptimisticLock } from '../../optimistic-lock.postgres.ts'
import {
  limitReachedSql,
  runLimitColumns,
  runLimitValues,
  settledBeforeSql,
  unchargedRunsSql,
  type LimitedBy,
} from '../../quotas/uncharged-runs.ts'

const columns = {
  ...claimColumnTypes('transfer'),
  ...listColumns,
  theft_identity: 'text',
  theft_day: 'text',
  theft_limit: 'int8',
  ...runLimitColumns,
} as const

const holderColumns = [
  'id',
  'state',
  'nonce',
  'bound',
  'theft',
  'credential_hash',
  'claimed_at',
  'transaction_hash',
  'block_hash',
  'keys',
  'reason',
] as const

/** The payment that holds a key, or held it when it was archived. A used payment comes before a released one. */
function holderEver(identity: string): string {
  return `SELECT * FROM (
      SELECT 0 AS floor, p.identities, ${columnsOf('p', holderColumns)} FROM identities i JOIN payments p ON p.id = i.payment_id WHERE i.identity = ${identity}
      UNION ALL SELECT 1, '[]', ${columnsOf('a', holderColumns)} FROM identities_archive i JOIN payments_archive a ON a.id = i.payment_id WHERE i.identity = ${identity}
    ) AS ever ORDER BY floor, state = 'released', claimed_at DESC LIMIT 1`
}

/** Whether the claim that was decided got everything it needs: all identities, all keys and its row. */
const allTaken = `(SELECT count(*) FROM owned) = ${countItems('list')} AND (SELECT count(*) FROM keyed) = ${countItems('key_list')}
          AND EXISTS (SELECT 1 FROM claimed)`

/**
 * The claim by a transfer on PostgreSQL, under the payer's optimistic lock like the other one. The losses of a day are those of
 * many payers: their newest row says whether there is room. A key that a settlement takes at the same time shows in the number of
 * rows, and then the whole claim is undone.
 */
export const claimTransferStatement: PostgresForm<Keyed<ClaimTransferInput>, ClaimTransferResult> = {
  text: `WITH given AS (
      ${givenInput(columns)}
    ), compensated AS (
      SELECT h.* FROM given g CROSS JOIN LATERAL (${holderEver('g.theft_identity')}) AS h
    ), holder AS (
      SELECT h.* FROM given g CROSS JOIN LATERAL ${itemsOf('g.identity_list', 'own (identity, item)')}
      CROSS JOIN LATERAL (${holderEver('own.identity')}) AS h
      -- Anybody may submit an authorization that was released, and then it has paid us.
      WHERE h.state <> 'released' ORDER BY h.state = 'credit', own.item LIMIT 1
    ), found AS (
      SELECT true AS made_good, c.* FROM compensated c WHERE :bound::int8 = 1
      UNION ALL SELECT false, h.* FROM holder h WHERE NOT (:bound::int8 = 1 AND EXISTS (SELECT 1 FROM compensated))
    ), admission AS (
      SELECT CASE
        WHEN f.id IS NULL THEN 'new'
        WHEN f.state = 'credit' AND f.nonce IS NULL AND (f.made_good OR :bound::int8 = 1 OR f.credential_hash = :credential_hash) THEN 'credit'
        WHEN f.made_good OR f.state = 'credit' THEN 'taken'
        -- It was answered and then booked as a loss, and now it is on chain again.
        WHEN f.state = 'reversed' AND f.nonce IS NULL THEN CASE WHEN f.theft = 0 AND f.transaction_hash = :transaction_hash THEN 'found' ELSE 'taken' END
        WHEN :bound::int8 = 1 AND f.nonce IS NULL AND f.bound = 0 AND f.credential_hash <> :credential_hash THEN 'theft'
        ELSE 'taken' END AS kind, f.id AS holder, f.theft, f.keys, f.identities, f.reason, f.block_hash
      FROM (SELECT 1) AS one LEFT JOIN found f ON true
    ), bought AS (
      SELECT ${purchaseByKeys} AS id FROM given g
    ), limited AS (
      SELECT ${limitReachedSql} AS by FROM (
        SELECT g.*, runs.*, 0 AS under_way, ${settledBeforeSql} AS settled FROM given g CROSS JOIN LATERAL (${unchargedRunsSql}) AS runs
      ) AS known
    ), verdict AS (
      SELECT CASE
        WHEN (SELECT by FROM limited) IS NOT NULL THEN 'too_many_uncharged_runs'
        WHEN kind IN ('taken', 'found') THEN kind
        WHEN (SELECT id FROM bought) IS NOT NULL THEN 'key_taken'
        WHEN NOT EXISTS (SELECT 1 FROM bound_only WHERE payer = :payer) THEN 'claimed'
        WHEN :bound::int8 = 0 THEN 'bound_only'
        -- Once is the limit: a payer that still claims without proofs has had its warning.
        WHEN kind = 'theft' THEN 'taken'
        ELSE 'claimed' END AS result FROM admission
    ), locked AS (
      ${takeOptimisticLock(`'payer:' || :payer`, `EXISTS (SELECT 1 FROM verdict WHERE result = 'claimed')`)}
    ), booked AS (
      INSERT INTO theft_losses (day, payments, amount) SELECT :theft_day::text, 1, :amount::int8 FROM locked, admission
      WHERE kind = 'theft' AND :amount::int8 <= :theft_limit::int8
      ON CONFLICT (day) DO UPDATE SET payments = theft_losses.payments + 1, amount = theft_losses.amount + excluded.amount
        WHERE theft_losses.amount + excluded.amount <= :theft_limit::int8 RETURNING day
    ), warned AS (
      INSERT INTO bound_only (payer) SELECT :payer FROM booked
    ), decided AS (
      SELECT g.*, CASE a.kind WHEN 'credit' THEN a.holder ELSE g.id END AS payment_id, 0::int2 AS free, chosen.theft, chosen.list,
        CASE a.kind WHEN 'credit' THEN a.keys END AS old_keys,
        ${joinIdentities(`CASE a.kind WHEN 'credit' THEN a.identities END`, 'jsonb_array_elements_text(chosen.list::jsonb)')} AS identities
      FROM given g, locked, admission a CROSS JOIN LATERAL (SELECT (a.kind = 'theft' OR (a.kind = 'credit' AND a.theft = 1))::int AS theft) AS loss
      CROSS JOIN LATERAL (
        SELECT loss.theft, CASE loss.theft WHEN 1 THEN jsonb_build_array(g.theft_identity)::text ELSE g.identity_list END AS list
      ) AS chosen WHERE a.kind <> 'theft' OR EXISTS (SELECT 1 FROM booked)
    ), owned AS (
      INSERT INTO identities (identity, payment_id)
      SELECT own.identity, d.payment_id FROM decided d, ${itemsOf('d.list', 'own (identity, item)')} ORDER BY own.identity
      ON CONFLICT (identity) DO UPDATE SET payment_id = excluded.payment_id
        WHERE identities.payment_id IN (SELECT seen.payment_id FROM identities seen WHERE seen.identity = identities.identity)
      RETURNING identity
    ), dropped AS (
      ${dropOldKeys('d.old_keys')}
    ), keyed AS (
      ${takeKeys}
    ), paying AS (
      INSERT INTO paying_wallets (payer) SELECT :payer FROM decided ON CONFLICT DO NOTHING
    ), claimed AS (
      ${writeClaimedRow('transfer')}
    ), found_again AS (
      UPDATE payments p SET state = 'settled', epoch = p.epoch + 1, reason = NULL, final = 0,
        block_number = :block_number::int8, block_hash = :block_hash::text, log_index = :log_index::int8
      FROM verdict v, admission a WHERE v.result = 'found' AND p.id = a.holder AND p.state = 'reversed' RETURNING ${columnsOf('p')}
    ), told AS (
      INSERT INTO audit (at, kind, subject, detail)
      SELECT :claimed_at::int8, 'theft_loss', d.payment_id, json_build_object('payer', :payer::text, 'transaction', :transaction_hash::text, 'usedBy', a.holder)::text
      FROM booked, decided d, admission a
      UNION ALL SELECT :claimed_at::int8, 'settled_late', f.id,
        json_build_object('transaction', f.transaction_hash, 'blockHash', f.block_hash, 'was', coalesce(a.reason, a.block_hash))::text
      FROM found_again f, admission a
    ), shown AS (
      SELECT CASE result WHEN 'taken' THEN (SELECT holder FROM admission) WHEN 'key_taken' THEN (SELECT id FROM bought) END AS id FROM verdict
    ) SELECT v.result, (SELECT by FROM limited) AS limited_by, (SELECT count(*) FROM locked) AS locks, (SELECT count(*) FROM decided) AS decisions, ${columnsOf('p')},
        ${abortUnless(`NOT EXISTS (SELECT 1 FROM decided) OR (${allTaken})`)} AS all_taken
      FROM verdict v LEFT JOIN (
        ${paymentById('(SELECT id FROM shown)')} UNION ALL SELECT ${paymentColumns} FROM claimed UNION ALL SELECT ${paymentColumns} FROM found_again
      ) AS p ON true`,
  values: (input) => ({
    ...transferValues(input),
    id: input.id,
    identity_list: JSON.stringify(transferIdentities(input)),
    theft_identity: theftIdentity(input),
    theft_day: input.theft.day,
    theft_limit: input.theft.dailyLimit,
    key_list: JSON.stringify([...new Set(input.keys)]),
    keys_until: BigInt(input.keysUntil),
    ...runLimitValues(input.unchargedRuns, { proven: input.bound, contract: false }),
  }),
  result([row]) {
    const result = row!['result'] as ClaimTransferResult['result'] | 'found'
    switch (result) {
      case 'too_many_uncharged_runs':
        return { result, by: row!['limited_by'] as LimitedBy }
      case 'bound_only':
      case 'theft_cap_reached':
        return { result }
      case 'claimed':
        if (row!['locks'] === 0n) return lostRace
        return row!['decisions'] === 0n ? { result: 'theft_cap_reached' } : { result, payment: paymentFromRow(row!) }
      case 'found':
        // Another claim was faster, and the next run sees its result.
        return row!['id'] === null ? lostRace : { result: 'taken', payment: paymentFromRow(row!) }
      case 'taken':
      case 'key_taken':
        return { result, payment: paymentFromRow(row!) }
    }
  },
  orderKey: ({ payer }) => payer.toLowerCase(),
  brief: true,
}
