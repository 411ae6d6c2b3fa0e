import type { Cell, SqliteTransaction } from '../../store/store.ts'
import type { ClaimInput } from '../ledger.ts'
import type { Payment } from '../payments/payment.ts'
import { owed } from '../payments/payment-row.ts'

/** In the row of a wallet, in place of a payment: the wallet is entitled to its free call and has not used it. */
const unusedGrant = ''

/**
 * Takes the wallet's one free call for this payment, if the wallet still has it: no grant used, nothing charged or in flight on
 * any network, and room in the client address's day. Where only the day is full, this call is charged and the grant is kept for
 * later.
 * @param grant the payment that has its free call, see `PayerFacts`.
 */
export function takeFreeCall(
  transaction: SqliteTransaction,
  id: string,
  payer: string,
  grant: string | null,
  freeCall: ClaimInput['freeCall'],
): boolean {
  if (!freeCall) return false
  const { day, client, dailyLimit } = freeCall
  const spent =
    grant === null
      ? (transaction.get('SELECT 1 AS one FROM paying_wallets WHERE payer = ?', payer) ??
        transaction.get(`SELECT 1 AS one FROM payments WHERE payer = ? AND ${owed} LIMIT 1`, payer))
      : grant !== unusedGrant
  if (spent) return false
  const used = transaction.get('SELECT used FROM free_calls WHERE day = ? AND client = ?', day, client)?.['used'] as bigint | undefined
  const free = (used ?? 0n) < BigInt(dailyLimit)
  if (free) {
    transaction.run(
      'INSERT INTO free_calls (day, client, used) VALUES (?, ?, 1) ON CONFLICT (day, client) DO UPDATE SET used = used + 1',
      day,
      client,
    )
  }
  transaction.run(
    `INSERT INTO free_grants (payer, payment_id, day, client) VALUES (?, ?, ?, ?)
     ON CONFLICT (payer) DO UPDATE SET payment_id = excluded.payment_id, day = excluded.day, client = excluded.client`,
    payer,
    free ? id : unusedGrant,
    day,
    client,
  )
  return free
}

/** Gives the grant and the unit of the day back when the free call failed. */
export function returnFreeCall(transaction: SqliteTransaction, payment: Payment): void {
  const grant = transaction.get(
    'UPDATE free_grants SET payment_id = ? WHERE payer = ? AND payment_id = ? RETURNING day, client',
    unusedGrant,
    payment.payer,
    payment.id,
  )
  if (!grant) return
  transaction.run(
    'UPDATE free_calls SET used = used - 1 WHERE day = ? AND client = ? AND used > 0',
    grant['day'] as string,
    grant['client'] as string,
  )
}

/** PostgreSQL: two parts of a statement that do the same for the payment in `source`, if there is one. */
export function returnFreeCallSql(source: string): string {
  return `given_back AS (
      UPDATE free_grants g SET payment_id = '${unusedGrant}' FROM ${source} e WHERE g.payer = e.payer AND g.payment_id = e.id RETURNING g.day, g.client
    ), unit_back AS (
      UPDATE free_calls c SET used = c.used - 1 FROM given_back b WHERE c.day = b.day AND c.client = b.client AND c.used > 0
    )`
}

/**
 * PostgreSQL: parts of a statement that do what `takeFreeCall` does. `locked` has a row where the payer's lock is ours, and
 * `facts` has its grant. The call is free where `used` has a row.
 * @param id SQL that gives the payment's id
 */
export function takeFreeCallSql(id: string): string {
  return `entitled AS (
      SELECT 1 FROM locked, facts WHERE :free_day::text IS NOT NULL AND CASE WHEN facts.free_grant IS NULL
        THEN NOT EXISTS (SELECT 1 FROM paying_wallets WHERE payer = :payer) AND NOT EXISTS (SELECT 1 FROM payments WHERE payer = :payer AND ${owed})
        ELSE facts.free_grant = '${unusedGrant}' END
    ), used AS (
      -- Many payers share the count of the day: its newest row says whether there is room.
      INSERT INTO free_calls (day, client, used) SELECT :free_day::text, :free_client::text, 1 FROM entitled WHERE :free_limit::int8 > 0
      ON CONFLICT (day, client) DO UPDATE SET used = free_calls.used + 1 WHERE free_calls.used < :free_limit::int8 RETURNING used
    ), granted AS (
      INSERT INTO free_grants (payer, payment_id, day, client)
      SELECT :payer, CASE WHEN EXISTS (SELECT 1 FROM used) THEN ${id} ELSE '${unusedGrant}' END, :free_day::text, :free_client::text FROM entitled
      ON CONFLICT (payer) DO UPDATE SET payment_id = excluded.payment_id, day = excluded.day, client = excluded.client
    )`
}

export function freeCallCells(freeCall: ClaimInput['freeCall']): Record<string, Cell> {
  return { free_day: freeCall?.day ?? null, free_client: freeCall?.client ?? null, free_limit: BigInt(freeCall?.dailyLimit ?? 0) }
}
