import type { Query, Unit } from '../../store/store.ts'

export interface ReserveInput {
  /** UTC day, such as `2026-11-23`. */
  readonly day: string
  /** Picodollars. */
  readonly amount: bigint
  /** What the day may cost in all. */
  readonly limit: bigint
}

/** Adds an amount to the spending of a day if it fits. Its result is the spending with it; null where it does not fit. */
export const reserveSpending: Unit<ReserveInput, bigint | null> = {
  name: 'reserve_llm_spending',
  sqlite(transaction, { day, amount, limit }) {
    const spent = (transaction.get('SELECT picodollars FROM llm_spending WHERE day = ?', day)?.['picodollars'] as bigint | undefined) ?? 0n
    if (spent + amount > limit) return null
    transaction.run(
      `INSERT INTO llm_spending (day, picodollars) VALUES (?, ?)
       ON CONFLICT (day) DO UPDATE SET picodollars = picodollars + excluded.picodollars`,
      day,
      amount,
    )
    return spent + amount
  },
  postgres: {
    text: `INSERT INTO llm_spending AS spending (day, picodollars) SELECT :day, :amount::int8 WHERE :amount::int8 <= :limit::int8
      ON CONFLICT (day) DO UPDATE SET picodollars = spending.picodollars + excluded.picodollars
        WHERE spending.picodollars + excluded.picodollars <= :limit::int8
      RETURNING picodollars`,
    values: ({ day, amount, limit }) => ({ day, amount, limit }),
    result: ([row]) => (row?.['picodollars'] as bigint | undefined) ?? null,
    orderKey: ({ day }) => day,
    brief: true,
  },
}

/** Adds a difference, mostly a negative one, to the spending of a day. Its result is the spending with it. */
export const correctSpending: Unit<{ readonly day: string; readonly difference: bigint }, bigint> = {
  name: 'correct_llm_spending',
  sqlite(transaction, { day, difference }) {
    const row = transaction.get(
      'UPDATE llm_spending SET picodollars = picodollars + ? WHERE day = ? RETURNING picodollars',
      difference,
      day,
    )
    return (row?.['picodollars'] as bigint | undefined) ?? 0n
  },
  postgres: {
    text: 'UPDATE llm_spending SET picodollars = picodollars + :difference::int8 WHERE day = :day RETURNING picodollars',
    values: ({ day, difference }) => ({ day, difference }),
    result: ([row]) => (row?.['picodollars'] as bigint | undefined) ?? 0n,
    orderKey: ({ day }) => day,
    brief: true,
  },
}

/** The spending of a day. */
export const spendingOf: Query<{ readonly day: string }, bigint> = {
  name: 'llm_spending',
  sqlite: (transaction, { day }) =>
    (transaction.get('SELECT picodollars FROM llm_spending WHERE day = ?', day)?.['picodollars'] as bigint | undefined) ?? 0n,
  postgres: {
    text: 'SELECT picodollars FROM llm_spending WHERE day = :day',
    values: ({ day }) => ({ day }),
    result: ([row]) => (row?.['picodollars'] as bigint | undefined) ?? 0n,
  },
}
