import type { Unit } from '../../store/store.ts'

export interface ForgetClientsInput {
  /** The last receipt of the slice before; empty text for the first slice. */
  readonly after: string
  /** Payments that were called for before this moment, in milliseconds. */
  readonly before: number
  readonly limit: number
}

/** A slice of the archive that was gone through. */
export interface ForgottenSlice {
  readonly changed: number
  /** Where the next slice begins; null after the last one. */
  readonly next: string | null
}

/** Blanks the client addresses and the hashed idempotency keys of archived payments, one slice after the other. The books stay as they are. */
export const forgetClients: Unit<ForgetClientsInput, ForgottenSlice> = {
  name: 'forget_clients',
  sqlite(transaction, { after, before, limit }) {
    const rows = transaction.all(
      'SELECT id FROM payments_archive WHERE id > ? AND id < ? ORDER BY id LIMIT ?',
      after,
      firstReceiptAt(before),
      BigInt(limit),
    )
    const last = rows.at(-1)?.['id'] as string | undefined
    if (last === undefined) return { changed: 0, next: null }
    const { changes } = transaction.run(
      `UPDATE payments_archive SET client = '', keys = '[]' WHERE id > ? AND id <= ? AND (client <> '' OR keys <> '[]')`,
      after,
      last,
    )
    return { changed: changes, next: rows.length < limit ? null : last }
  },
  postgres: {
    text: `WITH slice AS (
        SELECT id FROM payments_archive WHERE id > :after AND id < :before ORDER BY id LIMIT :limit
      ), changed AS (
        UPDATE payments_archive SET client = '', keys = '[]' WHERE id IN (SELECT id FROM slice) AND (client <> '' OR keys <> '[]') RETURNING 1
      ) SELECT (SELECT count(*) FROM slice) AS rows, (SELECT max(id) FROM slice) AS last, (SELECT count(*) FROM changed) AS changed`,
    values: ({ after, before, limit }) => ({ after, before: firstReceiptAt(before), limit: BigInt(limit) }),
    result: ([row], { limit }) => ({
      changed: Number(row!['changed']),
      next: Number(row!['rows']) < limit ? null : (row!['last'] as string | null),
    }),
  },
}

/** No receipt of an earlier moment sorts after it. */
function firstReceiptAt(moment: number): string {
  return moment.toString(16).padStart(12, '0')
}
