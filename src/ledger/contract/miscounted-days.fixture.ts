import { dayMs, momentOf, readingQuery } from '../reading/reading-query.ts'

const key = 'day, offer_id, network, protocol, state, theft, final, amount'

/** What the counts of days have more or less than there is in the archive. Empty: they are right. */
export const miscountedDays = readingQuery<undefined, string[]>({
  name: 'miscounted_days',
  text: `SELECT ${key}, sum(payments)::int8 AS surplus FROM (
      SELECT ${key}, payments FROM archived_days
      UNION ALL SELECT ${momentOf} / ${dayMs}, offer_id, network, protocol, state, theft, final, amount, -1 FROM payments_archive WHERE timing <> 'refund'
    ) AS counted GROUP BY ${key} HAVING sum(payments) <> 0`,
  values: () => ({}),
  result: (rows) => rows.map((row) => Object.values(row).join(' ')),
})
