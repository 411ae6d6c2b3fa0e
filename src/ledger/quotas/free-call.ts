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

/** PostgreSQL: whether the wallet of a claim still has its free call, from `under_way`, `free_grant` and the columns of `freeCallColumns`. */
export const entitledSql = `free_day IS NOT NULL AND CASE WHEN free_grant IS NULL
  THEN under_way = 0 AND (SELECT w.payer FROM paying_wallets w WHERE w.payer = g.payer) IS NULL ELSE free_grant = '${unusedGrant}' END`

/**
 * PostgreSQL: a part of a statement that takes the free calls of the claims in `mine` that are `entitled`, all of a client address or
 * none; gives the addresses that had room.
 */
export const takeFreeCallsSql = `INSERT INTO free_calls (day, client, used)
  SELECT free_day, free_client, count(*) FROM mine WHERE entitled GROUP BY free_day, free_client HAVING count(*) <= min(free_limit) ORDER BY 1, 2
  -- Many payers share the count of the day: its newest row says whether there is room.
  ON CONFLICT (day, client) DO UPDATE SET used = free_calls.used + excluded.used
    WHERE free_calls.used + excluded.used <= (SELECT min(m.free_limit) FROM mine m WHERE m.entitled AND m.free_client = free_calls.client)
  RETURNING day, client`

/** PostgreSQL: whether the claim `m` shares its client address with others in the set, and there is not room for all of them: then each must be decided alone. */
export const isCrowdedSql = `m.entitled AND used.client IS NULL
  AND (SELECT count(*) FROM mine o WHERE o.entitled AND o.free_client = m.free_client) > 1`

/** PostgreSQL: a part of a statement that notes the grants of the claims in `decided`: used, or kept for later. */
export const noteGrantsSql = `INSERT INTO free_grants (payer, payment_id, day, client)
  SELECT payer, CASE WHEN free = 1 THEN payment_id ELSE '${unusedGrant}' END, free_day, free_client FROM decided WHERE entitled ORDER BY payer
  ON CONFLICT (payer) DO UPDATE SET payment_id = excluded.payment_id, day = excluded.day, client = excluded.client`

export const freeCallColumns = { free_day: 'text', free_client: 'text', free_limit: 'int8' } as const

export function freeCallCells(freeCall: ClaimInput['freeCall']): Record<keyof typeof freeCallColumns, Cell> {
  return { free_day: freeCall?.day ?? null, free_client: freeCall?.client ?? null, free_limit: BigInt(freeCall?.dailyLimit ?? 0) }
}
