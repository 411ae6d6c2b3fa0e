import { columnsOf, hotPaymentColumnTypes, paymentColumns, type HotPaymentColumn } from '../payment-columns.ts'
import { claimColumns, type ClaimKind } from './claim-values.ts'

// Parts of the PostgreSQL statements of both kinds of claim. `key_list` and `identity_list` are lists without repetition, and
// `decided` has a row with the payment's id where it is admitted.

/**
 * Writes the row in `claimed`: a new one, or the one that was released or became a credit, with everything that the new request
 * brought. It gives no row where that one has moved on since.
 */
export function writeClaimedRow(kind: ClaimKind): string {
  const names: readonly HotPaymentColumn[] = claimColumns[kind]
  const values = names.map((name) => `:${name}::${hotPaymentColumnTypes[name] === 'text' ? 'text' : 'int8'}`)
  const renewed = [...names, 'identities', ...(kind === 'authorization' ? ['free'] : [])].map((name) => `${name} = excluded.${name}`)
  return `INSERT INTO payments (id, state, unfinished, epoch, final, free, theft, identities, ${names.join(', ')})
    SELECT d.id, 'claimed', 1, 1, 0, d.free, d.theft, d.identities, ${values.join(', ')} FROM decided d
    ON CONFLICT (id) DO UPDATE SET state = 'claimed', unfinished = 1, epoch = payments.epoch + 1, reason = NULL, ${renewed.join(', ')}
    WHERE payments.state = '${kind === 'authorization' ? 'released' : 'credit'}' RETURNING ${columnsOf('payments')}`
}

/** The earlier purchase that one of the keys names, if any: `id`. A payment that was neither charged nor answered does not count, nor does a transfer that waits to be used. */
export const purchaseByKeys = `SELECT p.id FROM unnest(:key_list::text[]) WITH ORDINALITY AS given (key, position)
  JOIN payment_keys k ON k.key = given.key
  CROSS JOIN LATERAL (
    SELECT id, state, timing FROM payments WHERE id = k.payment_id UNION ALL SELECT id, state, timing FROM payments_archive WHERE id = k.payment_id
  ) AS p WHERE p.state NOT IN ('released', 'refused', 'refunding', 'refunded') AND NOT (p.state = 'credit' AND p.timing <> 'first') ORDER BY given.position LIMIT 1`

/** Takes the keys for the payment in `decided`, from the payments that held them when the statement began. It gives fewer rows than keys where another payment has taken one since. */
export const takeKeys = `INSERT INTO payment_keys (key, payment_id, expires_at)
  SELECT given.key, d.id, :keys_until::int8 FROM decided d, unnest(:key_list::text[]) AS given (key) ORDER BY given.key
  ON CONFLICT (key) DO UPDATE SET payment_id = excluded.payment_id, expires_at = excluded.expires_at
    WHERE payment_keys.payment_id IN (SELECT seen.payment_id FROM payment_keys seen WHERE seen.key = ANY (:key_list::text[])) RETURNING key`

/**
 * Releases the keys of the payment's earlier claim, unless it has them again. The keys come first, so that each is found by the index.
 * @param before the row with that payment's `id` and `keys`
 */
export function dropOldKeys(before: string): string {
  return `DELETE FROM payment_keys k USING decided d, ${before} b, jsonb_array_elements_text(b.keys::jsonb) AS old (key)
    WHERE b.id = d.id AND k.key = old.key AND k.payment_id = b.id AND NOT k.key = ANY (:key_list::text[])`
}

/** All keys that the payment owns from now on, as JSON. @param before its JSON until now, or null; @param list the keys that it takes */
export function joinIdentities(before: string, list: string): string {
  return `(SELECT jsonb_agg(owned.identity)::text FROM (
    SELECT jsonb_array_elements_text(coalesce(${before}, '[]')::jsonb) AS identity UNION SELECT unnest(${list})) AS owned)`
}

/** The payment that `shown` names, hot or archived, or the one that was claimed just now. */
export const shownPayment = `SELECT ${paymentColumns} FROM payments WHERE id = (SELECT id FROM shown)
  UNION ALL SELECT ${paymentColumns} FROM payments_archive WHERE id = (SELECT id FROM shown)
  UNION ALL SELECT ${paymentColumns} FROM claimed`
