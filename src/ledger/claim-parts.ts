import { columnsOf, paymentColumns } from './payment-row.ts'

// Parts of the PostgreSQL statements of both kinds of claim, and what they have in common: `key_list` and `identity_list` are
// lists without repetition, and `decided` has a row with the payment's id where it is admitted.

const terms = `offer_id fingerprint protocol network asset payer pay_to amount credential_hash client keys instance lease_until claimed_at claim_block`
const columns = {
  authorization: `${terms} nonce valid_after valid_before signature`.split(' '),
  transfer: `${terms} transaction_hash block_number block_hash log_index bound`.split(' '),
}
const integers = new Set('amount lease_until claimed_at claim_block valid_after valid_before block_number log_index bound'.split(' '))

/**
 * Writes the row in `claimed`: a new one, or the one that was released or became a credit, with everything that the new request
 * brought. Gives nothing where that one has gone on meanwhile.
 */
export function claimedRow(kind: 'authorization' | 'transfer'): string {
  const names = columns[kind]
  const values = names.map((name) => `:${name}::${integers.has(name) ? 'int8' : 'text'}`)
  const renewed = [...names, 'identities', ...(kind === 'authorization' ? ['free'] : [])].map((name) => `${name} = excluded.${name}`)
  return `INSERT INTO payments (id, state, unfinished, epoch, final, free, theft, identities, ${names.join(', ')})
    SELECT d.id, 'claimed', 1, 1, 0, d.free, d.theft, d.identities, ${values.join(', ')} FROM decided d
    ON CONFLICT (id) DO UPDATE SET state = 'claimed', unfinished = 1, epoch = payments.epoch + 1, reason = NULL, ${renewed.join(', ')}
    WHERE payments.state = '${kind === 'authorization' ? 'released' : 'credit'}' RETURNING ${columnsOf('payments')}`
}

/** The earlier purchase that one of the keys names, if any does: `id`. A payment that was never charged nor answered has left its key. */
export const boughtUnder = `SELECT p.id FROM unnest(:key_list::text[]) WITH ORDINALITY AS given (key, position)
  JOIN payment_keys k ON k.key = given.key
  CROSS JOIN LATERAL (
    SELECT id, state FROM payments WHERE id = k.payment_id UNION ALL SELECT id, state FROM payments_archive WHERE id = k.payment_id
  ) AS p WHERE p.state NOT IN ('released', 'refused', 'credit') ORDER BY given.position LIMIT 1`

/** Takes the keys for the payment in `decided`, from whom they were seen with; somebody else's gives fewer rows than keys. */
export const keysTaken = `INSERT INTO payment_keys (key, payment_id, expires_at)
  SELECT given.key, d.id, :keys_until::int8 FROM decided d, unnest(:key_list::text[]) AS given (key) ORDER BY given.key
  ON CONFLICT (key) DO UPDATE SET payment_id = excluded.payment_id, expires_at = excluded.expires_at
    WHERE payment_keys.payment_id IN (SELECT seen.payment_id FROM payment_keys seen WHERE seen.key = ANY (:key_list::text[])) RETURNING key`

/** Gives back the keys that the payment had when it was claimed before, unless it has them again. @param before the row with that payment's `id` and `keys` */
export function oldKeysDropped(before: string): string {
  return `DELETE FROM payment_keys k USING decided d, ${before} b WHERE k.payment_id = b.id AND b.id = d.id
    AND k.key IN (SELECT jsonb_array_elements_text(b.keys::jsonb)) AND NOT k.key = ANY (:key_list::text[])`
}

/** All keys that the payment owns from now on, as JSON. @param before its JSON so far, or null, @param list those that it takes */
export function identitiesJoined(before: string, list: string): string {
  return `(SELECT jsonb_agg(owned.identity)::text FROM (
    SELECT jsonb_array_elements_text(coalesce(${before}, '[]')::jsonb) AS identity UNION SELECT unnest(${list})) AS owned)`
}

/** The payment that `shown` names, wherever it lies, or the one that was claimed just now. */
export const paymentShown = `SELECT ${paymentColumns} FROM payments WHERE id = (SELECT id FROM shown)
  UNION ALL SELECT ${paymentColumns} FROM payments_archive WHERE id = (SELECT id FROM shown)
  UNION ALL SELECT ${paymentColumns} FROM claimed`
