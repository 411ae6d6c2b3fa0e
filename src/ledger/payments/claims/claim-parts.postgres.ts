import { columnsOf, hotPaymentColumnTypes, paymentColumns, type HotPaymentColumn } from '../payment-columns.ts'
import type { ArrayType } from '../../../store/postgres/binary-array.ts'
import { byIndex } from '../../../store/postgres/given-inputs.ts'
import { claimColumns, type ClaimKind } from './claim-values.ts'

// Parts of the PostgreSQL statements of both kinds of claim. `decided` has a row for each claim that is admitted: what came in, and
// what was decided (`payment_id`, `free`, `theft`, `identities`). `identity_list` and `key_list` are JSON lists without repetition.

/** The columns for which a claim brings values, with their types. */
export function claimColumnTypes(kind: ClaimKind): Readonly<Record<string, ArrayType>> {
  return Object.fromEntries(claimColumns[kind].map((name) => [name, hotPaymentColumnTypes[name] === 'text' ? 'text' : 'int8']))
}

/** What the claims of either kind bring beside the columns of their rows. */
export const listColumns = { id: 'text', identity_list: 'text', key_list: 'text', keys_until: 'int8' } as const

/** The items of a JSON list, as rows with their number. */
export function itemsOf(list: string, alias: string): string {
  return `jsonb_array_elements_text(${list}::jsonb) WITH ORDINALITY AS ${alias}`
}

/**
 * Writes the rows in `claimed`: new ones, or those that were released or became a credit, with everything that the new request
 * brought. It gives no row where such a one has moved on since.
 */
export function writeClaimedRow(kind: ClaimKind): string {
  const names: readonly HotPaymentColumn[] = claimColumns[kind]
  const renewed = [...names, 'identities', ...(kind === 'authorization' ? ['free'] : [])].map((name) => `${name} = excluded.${name}`)
  return `INSERT INTO payments (id, state, unfinished, epoch, final, free, theft, identities, ${names.join(', ')})
    SELECT d.payment_id, 'claimed', 1, 1, 0, d.free, d.theft, d.identities, ${columnsOf('d', names)} FROM decided d ORDER BY d.payment_id
    ON CONFLICT (id) DO UPDATE SET state = 'claimed', unfinished = 1, epoch = payments.epoch + 1, reason = NULL, ${renewed.join(', ')}
    WHERE payments.state = '${kind === 'authorization' ? 'released' : 'credit'}' RETURNING ${columnsOf('payments')}`
}

/**
 * The id of the earlier purchase that one of the keys of the claim `g` names, if any. A payment that was neither charged nor answered does
 * not count, nor does a transfer that waits to be used.
 */
export const purchaseByKeys = `CASE WHEN g.key_list <> '[]' THEN (
  SELECT p.id FROM ${itemsOf('g.key_list', 'own (key, item)')} JOIN payment_keys k ON ${byIndex('k.key', 'own.key')}
  CROSS JOIN LATERAL (
    SELECT id, state, timing FROM payments WHERE ${byIndex('id', 'k.payment_id')}
    UNION ALL SELECT id, state, timing FROM payments_archive WHERE ${byIndex('id', 'k.payment_id')}
  ) AS p WHERE p.state NOT IN ('released', 'refused', 'refunding', 'refunded') AND NOT (p.state = 'credit' AND p.timing <> 'first') ORDER BY own.item LIMIT 1
) END`

/** Takes the keys for the payments in `decided`, from the payments that held them when the statement began. It gives fewer rows than keys where another payment has taken one since. */
export const takeKeys = `INSERT INTO payment_keys (key, payment_id, expires_at)
  SELECT own.key, d.payment_id, d.keys_until FROM decided d, ${itemsOf('d.key_list', 'own (key, item)')} WHERE d.key_list <> '[]' ORDER BY own.key
  ON CONFLICT (key) DO UPDATE SET payment_id = excluded.payment_id, expires_at = excluded.expires_at
    WHERE payment_keys.payment_id IN (SELECT seen.payment_id FROM payment_keys seen WHERE seen.key = payment_keys.key) RETURNING key`

/**
 * Releases the keys of the payments' earlier claims, unless they have them again. The keys come first, so that each is found by the index.
 * @param before SQL that gives the JSON list of those keys of the payment in `d`, or null
 */
export function dropOldKeys(before: string): string {
  return `DELETE FROM payment_keys k USING decided d, ${itemsOf(`coalesce(${before}, '[]')`, 'old (key, item)')}
    WHERE ${byIndex('k.key', 'old.key')} AND k.payment_id = d.payment_id AND NOT (d.key_list::jsonb) ? old.key`
}

/** All keys that the payment owns from now on, as JSON. @param before its JSON until now, or null; @param list SQL that gives the keys that it takes, one a row */
export function joinIdentities(before: string, list: string): string {
  return `(SELECT jsonb_agg(owned.identity)::text FROM (
    SELECT jsonb_array_elements_text(coalesce(${before}, '[]')::jsonb) AS identity UNION SELECT ${list}) AS owned)`
}

/** How many items the lists of all claims in `decided` have. */
export function countItems(list: string): string {
  return `(SELECT coalesce(sum(jsonb_array_length(${list}::jsonb)), 0) FROM decided)`
}

/** The payment with that id, hot or archived. */
export function paymentById(id: string): string {
  return `SELECT ${paymentColumns} FROM payments WHERE ${byIndex('id', id)}
    UNION ALL SELECT ${paymentColumns} FROM payments_archive WHERE ${byIndex('id', id)}`
}
