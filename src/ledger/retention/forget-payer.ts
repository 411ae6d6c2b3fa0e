import type { Row, Unit } from '../../store/store.ts'

export interface ForgetPayerInput {
  /** Lower case. */
  readonly payer: string
  /** Payments of this payer. */
  readonly ids: readonly string[]
}

/** What may still buy something, or be collected, is kept until it has ended. */
const ended = `state IN ('settled', 'released', 'free', 'uncharged', 'refused', 'reversed', 'refunded')`
const blank = `client = '', keys = '[]', fingerprint = ''`

/**
 * Erases what these payments say of their caller beside the books: client address, hashed request and keys, the answer. Amounts, states,
 * addresses of wallets and transactions stay. What the payer was given of watchlists goes too, all of it.
 * @returns how many payments changed, and the files of answers that no row names now
 */
export const forgetPayer: Unit<ForgetPayerInput, { readonly changed: number; readonly files: readonly string[] }> = {
  name: 'forget_payer',
  sqlite(transaction, { payer, ids }) {
    const list = JSON.stringify(ids)
    const among = 'SELECT value FROM json_each(?)'
    const done = transaction.all(
      `SELECT id FROM payments WHERE id IN (${among}) AND payer = ? AND ${ended}
       UNION ALL SELECT id FROM payments_archive WHERE id IN (${among}) AND payer = ?`,
      list,
      payer,
      list,
      payer,
    )
    const gone = JSON.stringify(done.map((row) => row['id']))
    transaction.run(
      `DELETE FROM payment_keys WHERE key IN (SELECT k.value FROM payments p, json_each(p.keys) k WHERE p.id IN (${among})
         UNION ALL SELECT k.value FROM payments_archive p, json_each(p.keys) k WHERE p.id IN (${among}))`,
      gone,
      gone,
    )
    for (const table of ['payments', 'payments_archive']) transaction.run(`UPDATE ${table} SET ${blank} WHERE id IN (${among})`, gone)
    const answers = transaction.all(`DELETE FROM answers WHERE payment_id IN (${among}) RETURNING file`, gone)
    transaction.run('DELETE FROM delivered_items WHERE position_id IN (SELECT id FROM watch_positions WHERE payer = ?)', payer)
    transaction.run('DELETE FROM watch_positions WHERE payer = ?', payer)
    return { changed: done.length, files: filesOf(answers) }
  },
  postgres: {
    text: `WITH given AS (SELECT jsonb_array_elements_text(:ids::jsonb) AS id), keyed AS (
        SELECT p.id, p.keys FROM payments p WHERE p.id IN (SELECT id FROM given) AND p.payer = :payer AND p.${ended}
        UNION ALL SELECT a.id, a.keys FROM payments_archive a WHERE a.id IN (SELECT id FROM given) AND a.payer = :payer
      ), hot AS (
        UPDATE payments SET ${blank} WHERE id IN (SELECT id FROM keyed) AND ${ended} RETURNING id
      ), archived AS (
        UPDATE payments_archive SET ${blank} WHERE id IN (SELECT id FROM keyed) RETURNING id
      ), unkeyed AS (
        DELETE FROM payment_keys WHERE key IN (SELECT jsonb_array_elements_text(keys::jsonb) FROM keyed)
      ), answered AS (
        DELETE FROM answers WHERE payment_id IN (SELECT id FROM keyed) RETURNING file
      ), watched AS (
        DELETE FROM watch_positions WHERE payer = :payer RETURNING id
      ), delivered AS (
        DELETE FROM delivered_items WHERE position_id IN (SELECT id FROM watched)
      ) SELECT 'changed' AS what, (SELECT count(*) FROM hot) + (SELECT count(*) FROM archived) AS changed, NULL AS file
        UNION ALL SELECT 'file', 0, file FROM answered`,
    values: ({ payer, ids }) => ({ payer, ids: JSON.stringify(ids) }),
    result: (rows) => ({
      changed: Number(rows.find((row) => row['what'] === 'changed')!['changed']),
      files: filesOf(rows),
    }),
  },
}

function filesOf(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => (typeof row['file'] === 'string' ? [row['file']] : []))
}
