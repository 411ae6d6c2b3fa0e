import { utcDay } from '../../shared/clock.ts'
import type { SqliteTransaction } from '../../store/store.ts'
import type { Payment } from './payment.ts'

/** Income belongs to a network and a day, so its row of `gas_spent` names no signer. */
export const noSigner = ''

/**
 * Books what payments brought on the days on which they were settled, in the unit that settles them. So each payment is either owed
 * or booked, and never both. Transfers were not settled by us, and a refund brings nothing.
 */
export function bookIncome(transaction: SqliteTransaction, settled: readonly Payment[]): void {
  for (const [key, payments] of Map.groupBy(settled.filter(isIncome), ({ network, settledAt }) => `${network} ${utcDay(settledAt!)}`)) {
    const [network, day] = key.split(' ') as [string, string]
    const amount = payments.reduce((sum, payment) => sum + payment.amount, 0n)
    transaction.run(
      `INSERT INTO gas_spent (network, signer, day, gwei, settled) VALUES (?, ?, ?, 0, ?)
       ON CONFLICT (network, signer, day) DO UPDATE SET settled = settled + excluded.settled`,
      network,
      noSigner,
      day,
      amount,
    )
  }
}

/**
 * Takes back what a payment brought, in the unit that unsettles it. A payment that was adopted from the chain was never booked, since
 * its gas is not known either: it counts as less than nothing then, until it is settled again.
 */
export function takeBackIncome(transaction: SqliteTransaction, payment: Payment): void {
  if (!isIncome(payment)) return
  transaction.run(
    'UPDATE gas_spent SET settled = settled - ? WHERE network = ? AND signer = ? AND day = ?',
    payment.amount,
    payment.network,
    noSigner,
    utcDay(payment.settledAt!),
  )
}

function isIncome({ authorization, timing }: Payment): boolean {
  return authorization !== null && timing !== 'refund'
}

const settledDay = `to_char(to_timestamp(settled_at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`

/** The same for PostgreSQL: `settled` names a relation of payments as they are now. */
export const bookIncomeSql = (settled: string) => `INSERT INTO gas_spent (network, signer, day, gwei, settled)
        SELECT network, '${noSigner}', ${settledDay}, 0, sum(amount)::int8 FROM ${settled}
        WHERE nonce IS NOT NULL AND timing <> 'refund' GROUP BY network, ${settledDay}
        ON CONFLICT (network, signer, day) DO UPDATE SET settled = gas_spent.settled + excluded.settled`

/** `before` names a relation of one payment as it was settled. */
export const takeBackIncomeSql = (before: string) => `UPDATE gas_spent g SET settled = g.settled - b.amount FROM ${before} b
        WHERE b.timing <> 'refund' AND g.network = b.network AND g.signer = '${noSigner}'
          AND g.day = to_char(to_timestamp(b.settled_at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`
