import type { Hex } from '../../shared/bytes.ts'
import type { Query, Unit } from '../../store/store.ts'
import { audit } from './audit.ts'
import { lower } from './payment-row.ts'

/** Bars a payer until that time. An earlier bar that lasts longer stays. */
export const barPayer: Unit<{ readonly payer: Hex; readonly until: number; readonly reason: string }, void> = {
  name: 'bar_payer',
  sqlite(transaction, { payer, until, reason }) {
    transaction.run(
      `INSERT INTO barred (payer, until, reason) VALUES (?, ?, ?)
       ON CONFLICT (payer) DO UPDATE SET until = excluded.until, reason = excluded.reason WHERE excluded.until > until`,
      lower(payer),
      BigInt(until),
      reason,
    )
    audit(transaction, { kind: 'barred', subject: lower(payer), detail: { reason, until: new Date(until).toISOString() }, at: null })
  },
  postgres: {
    text: `WITH told AS (
        INSERT INTO audit (at, kind, subject, detail) VALUES (NULL, 'barred', :payer, :detail)
      ) INSERT INTO barred (payer, until, reason) VALUES (:payer, :until, :reason)
        ON CONFLICT (payer) DO UPDATE SET until = excluded.until, reason = excluded.reason WHERE excluded.until > barred.until`,
    values: ({ payer, until, reason }) => ({
      payer: lower(payer),
      until: BigInt(until),
      reason,
      detail: JSON.stringify({ reason, until: new Date(until).toISOString() }),
    }),
    result: () => undefined,
  },
}

/** Until when this payer is barred, or 0. */
export const barredUntil: Query<{ readonly payer: Hex; readonly now: number }, number> = {
  name: 'barred_until',
  sqlite: (transaction, { payer, now }) =>
    Number(transaction.get('SELECT until FROM barred WHERE payer = ? AND until > ?', lower(payer), BigInt(now))?.['until'] ?? 0n),
  postgres: {
    text: 'SELECT until FROM barred WHERE payer = :payer AND until > :now',
    values: ({ payer, now }) => ({ payer: lower(payer), now: BigInt(now) }),
    result: (rows) => Number(rows[0]?.['until'] ?? 0n),
  },
}
