import { lostRace, type Row, type SqliteTransaction, type Unit } from '../../../store/store.ts'
import { answerCells, insertAnswer, insertAnswerSql, type AnswerRow } from '../../answers/answer-row.ts'
import { takeOptimisticLock } from '../../optimistic-lock.postgres.ts'
import type { Payment } from '../payment.ts'
import { columnsOf, paymentColumns } from '../payment-columns.ts'
import { openEarly, owed, owing, paymentFromRow } from '../payment-row.ts'
import { earlyObjection, earlyObjectionSql, type EarlyFacts, type EarlyLimits, type EarlyObjection } from './early-limits.ts'

export interface ServeEarlyInput {
  readonly id: string
  readonly epoch: number
  readonly answer: AnswerRow
  readonly at: number
  /** The payment at that epoch. */
  readonly claimed: Payment
  readonly limits: EarlyLimits
  /** What this instance saw the payer settle. The history of the ledger has some of it already, so the higher figures count. */
  readonly settledHere: { readonly payments: number; readonly amount: bigint }
}

export interface ServedEarly {
  /** `timing` says whether the answer may be sent before the settlement. */
  readonly payment: Payment
  /** Why not, null where it may. */
  readonly objection: EarlyObjection | null
  /** What was open early and lost that day before this payment, all payers together, in base units. */
  readonly used: bigint
}

/**
 * claimed -> served with its answer, as `serve` does it, for an authorization that is not free. The timing is `early` where what may
 * be lost stays within the limits: the answer may be sent at once.
 *
 * What this instance saw settle no longer counts once the payer has owed a payment: then only the history of the ledger does, which
 * began anew.
 *
 * On PostgreSQL the limits rest on sums over rows, so two early answers at once must not both see the sums without the other. They
 * take one optimistic lock for all payers. Other units need none: they settle what is open, or move it to the losses of the day.
 */
export const serveEarly: Unit<ServeEarlyInput, ServedEarly | undefined> = {
  name: 'serve_early',
  sqlite(transaction, input) {
    const { id, epoch, answer, at, claimed, limits } = input
    const facts = earlyFacts(transaction, input)
    const objection = earlyObjection(facts, limits)
    const timing = objection === null ? 'early' : 'after'
    const { changes } = transaction.run(
      `UPDATE payments SET state = 'served', epoch = epoch + 1, served_at = ?, timing = ?
       WHERE id = ? AND epoch = ? AND state = 'claimed' AND free = 0 AND nonce IS NOT NULL`,
      BigInt(at),
      timing,
      id,
      BigInt(epoch),
    )
    if (changes === 0) return undefined
    insertAnswer(transaction, id, answer)
    const payment: Payment = { ...claimed, state: 'served', epoch: epoch + 1, servedAt: at, timing }
    return { payment, objection, used: facts.usedByAll }
  },
  postgres: {
    text: `WITH facts AS (
        SELECT :amount::int8 AS amount,
          EXISTS (SELECT 1 FROM payments WHERE payer = :payer AND ${owing}) AS owes,
          EXISTS (SELECT 1 FROM barred WHERE payer = :payer AND until > :at::int8) AS barred,
          (SELECT count(*) FROM payments WHERE payer = :payer AND ${owed}) AS unsettled,
          CASE WHEN h.since > 0 THEN h.settled ELSE greatest(coalesce(h.settled, 0), :settled_here::int8) END AS settled,
          CASE WHEN h.since > 0 THEN h.settled_amount ELSE greatest(coalesce(h.settled_amount, 0), :amount_here::int8) END AS settled_amount,
          (SELECT coalesce(sum(amount), 0)::int8 FROM payments WHERE payer = :payer AND ${openEarly}) AS open_of_payer,
          (SELECT coalesce(sum(amount), 0)::int8 FROM payments WHERE client = :client AND ${openEarly})
            + coalesce((SELECT amount FROM early_losses WHERE day = :day AND subject = 'client:' || :client), 0) AS used_by_client,
          (SELECT coalesce(sum(amount), 0)::int8 FROM payments WHERE ${openEarly})
            + coalesce((SELECT amount FROM early_losses WHERE day = :day AND subject = 'all'), 0) AS used_by_all
        FROM (SELECT 1) AS one LEFT JOIN payer_history h ON h.payer = :payer
      ), verdict AS (
        SELECT ${earlyObjectionSql} AS objection, used_by_all FROM facts
      ), locked AS (
        ${takeOptimisticLock(`'early'`, 'EXISTS (SELECT 1 FROM verdict WHERE objection IS NULL)')}
      ), served AS (
        UPDATE payments p SET state = 'served', epoch = p.epoch + 1, served_at = :at::int8,
          timing = CASE WHEN v.objection IS NULL THEN 'early' ELSE 'after' END
        FROM verdict v WHERE p.id = :id AND p.epoch = :epoch AND p.state = 'claimed' AND p.free = 0 AND p.nonce IS NOT NULL
          AND (v.objection IS NOT NULL OR EXISTS (SELECT 1 FROM locked)) RETURNING ${columnsOf('p')}
      ), kept AS (
        ${insertAnswerSql('served')}
      ) SELECT v.objection, v.used_by_all, (SELECT count(*) FROM locked) AS locks, ${paymentColumns} FROM verdict v LEFT JOIN served ON true`,
    values: ({ id, epoch, answer, at, claimed, limits, settledHere }) => ({
      id,
      epoch: BigInt(epoch),
      at: BigInt(at),
      ...answerCells(answer),
      payer: claimed.payer,
      client: claimed.client,
      amount: claimed.amount,
      day: limits.day,
      per_payer: limits.perPayer,
      per_client: limits.perClient,
      per_day: limits.perDay,
      unsettled_base: BigInt(limits.unsettled.base),
      unsettled_max: BigInt(limits.unsettled.max),
      settled_here: BigInt(settledHere.payments),
      amount_here: settledHere.amount,
    }),
    result([row]) {
      const objection = row!['objection'] as EarlyObjection | null
      if (objection === null && row!['locks'] === 0n) return lostRace
      return row!['id'] === null ? undefined : { payment: paymentFromRow(row!), objection, used: row!['used_by_all'] as bigint }
    },
    // They would only wait for each other's lock.
    orderKey: () => 'early',
    brief: true,
  },
}

const facts = `SELECT
  (SELECT min(id) FROM payments WHERE payer = ? AND ${owing}) AS owing,
  (SELECT until FROM barred WHERE payer = ? AND until > ?) AS barred_until,
  (SELECT count(*) FROM payments WHERE payer = ? AND ${owed}) AS unsettled,
  (SELECT settled FROM payer_history WHERE payer = ?) AS settled,
  (SELECT settled_amount FROM payer_history WHERE payer = ?) AS settled_amount,
  (SELECT since FROM payer_history WHERE payer = ?) AS since,
  (SELECT coalesce(sum(amount), 0) FROM payments WHERE payer = ? AND ${openEarly}) AS open_of_payer,
  (SELECT coalesce(sum(amount), 0) FROM payments WHERE client = ? AND ${openEarly}) AS open_of_client,
  (SELECT coalesce(sum(amount), 0) FROM payments WHERE ${openEarly}) AS open_of_all,
  (SELECT amount FROM early_losses WHERE day = ? AND subject = ?) AS lost_by_client,
  (SELECT amount FROM early_losses WHERE day = ? AND subject = 'all') AS lost_by_all`

function earlyFacts(transaction: SqliteTransaction, { claimed, at, limits, settledHere }: ServeEarlyInput): EarlyFacts {
  const { payer, client, amount } = claimed
  const { day } = limits
  const row: Row = transaction.get(
    facts,
    payer,
    payer,
    BigInt(at),
    payer,
    payer,
    payer,
    payer,
    payer,
    client,
    day,
    `client:${client}`,
    day,
  )!
  const figure = (name: string) => (row[name] ?? 0n) as bigint
  const here = figure('since') > 0n ? { payments: 0, amount: 0n } : settledHere
  const settledAmount = figure('settled_amount')
  return {
    amount,
    owes: row['owing'] !== null,
    barred: row['barred_until'] !== null,
    unsettled: Number(row['unsettled']),
    settled: Math.max(Number(figure('settled')), here.payments),
    settledAmount: settledAmount > here.amount ? settledAmount : here.amount,
    openOfPayer: figure('open_of_payer'),
    usedByClient: figure('open_of_client') + figure('lost_by_client'),
    usedByAll: figure('open_of_all') + figure('lost_by_all'),
  }
}
