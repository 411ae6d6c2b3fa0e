import type { Query, Row } from '../../store/store.ts'

/** Credits of a network whose work was paid for and is not done, and what is given back of them. Amounts in base units. */
export interface CreditsOfNetwork {
  readonly network: string
  /** Settled, and neither at work nor being given back. */
  readonly waiting: Figure
  /** Being given back: their refunds are not final yet. */
  readonly refunding: Figure
  /** Given back by refunds that were asked for on that day, and are final. */
  readonly refunded: Figure
  /** All refunds that were asked for on that day, which count against its limit. */
  readonly asked: Figure
}

export interface Figure {
  readonly payments: number
  readonly amount: bigint
}

export interface CreditFiguresInput {
  /** UTC */
  readonly day: string
  /** The most credits, and refunds under way, that are counted: the figures are for people, and must stay cheap. */
  readonly limit: number
}

const waiting = (limit: string) => `SELECT 'waiting' AS what, network, amount FROM
  (SELECT network, amount FROM payments WHERE state = 'credit' AND timing = 'first' ORDER BY settled_at LIMIT ${limit}) AS w`
const refunding = (limit: string) =>
  `SELECT 'refunding', network, amount FROM (SELECT network, amount FROM refunds WHERE outcome IS NULL LIMIT ${limit}) AS u`
// The limit of the day bounds them.
const today = (day: string) => `SELECT 'asked', network, amount FROM refunds WHERE day = ${day}
  UNION ALL SELECT 'refunded', network, amount FROM refunds WHERE day = ${day} AND outcome = 'confirmed'`

/** Credits and refunds by network, in the order of its ids. A network without any is left out. */
export const creditFigures: Query<CreditFiguresInput, CreditsOfNetwork[]> = {
  name: 'credit_figures',
  sqlite: (transaction, { day, limit }) =>
    figuresOf(
      transaction.all(
        `SELECT network, what, count(*) AS payments, sum(amount) AS amount
         FROM (${waiting('?')} UNION ALL ${refunding('?')} UNION ALL ${today('?')}) GROUP BY network, what ORDER BY network`,
        BigInt(limit),
        BigInt(limit),
        day,
        day,
      ),
    ),
  postgres: {
    text: `SELECT network, what, count(*) AS payments, sum(amount)::int8 AS amount
      FROM (${waiting(':limit::int8')} UNION ALL ${refunding(':limit::int8')} UNION ALL ${today(':day')}) AS parts
      GROUP BY network, what ORDER BY network`,
    values: ({ day, limit }) => ({ day, limit: BigInt(limit) }),
    result: (rows) => figuresOf(rows),
  },
}

const none: Figure = { payments: 0, amount: 0n }

function figuresOf(rows: readonly Row[]): CreditsOfNetwork[] {
  const found = new Map<string, CreditsOfNetwork>()
  for (const row of rows) {
    const network = row['network'] as string
    const before = found.get(network) ?? { network, waiting: none, refunding: none, refunded: none, asked: none }
    const figure: Figure = { payments: Number(row['payments']), amount: row['amount'] as bigint }
    found.set(network, { ...before, [row['what'] as string]: figure })
  }
  return [...found.values()]
}
